import { Form, Input } from 'antd';
import { JsonField } from '../../../components/json-field.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { isTextMap, type JsonObject, parseJsonObject } from '../../../lib/json-text.ts';
import type { ChannelForm } from '../channel-form.ts';

interface JsonSetting {
  readonly name: keyof ChannelForm;
  readonly label: TextKey;
  readonly hint: TextKey;
  readonly template: object;
  readonly accepts: (value: JsonObject) => boolean;
}

const jsonSettings: readonly JsonSetting[] = [
  {
    name: 'modelMapping',
    label: 'channels:field.modelMapping',
    hint: 'channels:field.modelMappingHint',
    template: { 'gpt-4o': 'gpt-4o-2024-11-20' },
    accepts: isTextMap,
  },
  {
    name: 'statusCodeMapping',
    label: 'channels:field.statusCodeMapping',
    hint: 'channels:field.statusCodeMappingHint',
    template: { 400: '500' },
    accepts: () => true,
  },
  {
    name: 'paramOverride',
    label: 'channels:field.paramOverride',
    hint: 'channels:field.paramOverrideHint',
    template: { temperature: 0 },
    accepts: () => true,
  },
  {
    name: 'setting',
    label: 'channels:field.setting',
    hint: 'channels:field.settingHint',
    template: {
      proxy: 'http://proxy.internal:3128',
      timeouts: { connectMs: 5000, firstByteMs: 60_000 },
      drain: true,
    },
    accepts: () => true,
  },
];

/** Mappings, overrides and the relay's settings for this channel, as JSON. */
export function AdvancedFields() {
  const t = useText();
  return (
    <>
      <Form.Item name="organization" label={t('channels:field.organization')}>
        <Input dir="ltr" spellCheck={false} placeholder="org-…" />
      </Form.Item>
      {jsonSettings.map(({ name, label, hint, template, accepts }) => (
        <Form.Item
          key={name}
          name={name}
          label={t(label)}
          extra={t(hint)}
          rules={[
            {
              validator: (_, text: string) => {
                const value = parseJsonObject(text);
                if (value === undefined) return Promise.reject(new Error(t('common:json.invalid')));
                return accepts(value) ? Promise.resolve() : Promise.reject(new Error(t('common:json.texts')));
              },
            },
          ]}
        >
          <JsonField template={template} />
        </Form.Item>
      ))}
    </>
  );
}
