import { Form, Input, InputNumber } from 'antd';
import { JsonField } from '../../../../components/json-field.tsx';
import { useText } from '../../../../lib/i18n.ts';
import type { ChannelForm } from '../../channel-form.ts';
import { isStatusCode } from '../../pairs.ts';
import { PairsField } from '../pairs-field.tsx';
import { jsonRule } from './json-rule.ts';
import { SettingField } from './setting-field.tsx';

/** The fields that are folded away at first. */
export const advancedNames: readonly (keyof ChannelForm)[] = [
  'statusCodeMapping',
  'paramOverride',
  'setting',
  'organization',
  'costRatio',
];

/** Status codes, overrides and the relay's settings for this channel. */
export function AdvancedFields() {
  const t = useText();
  return (
    <>
      <Form.Item
        name="statusCodeMapping"
        label={t('channels:field.statusCodeMapping')}
        extra={t('channels:field.statusCodeMappingHint')}
        rules={[
          jsonRule(t, (value) =>
            Object.entries(value).flat().map(String).every(isStatusCode) ? undefined : t('channels:mapping.notCodes'),
          ),
        ]}
      >
        <PairsField
          fromLabel={t('channels:mapping.code')}
          toLabel={t('channels:mapping.asCode')}
          template={{ 400: '500' }}
        />
      </Form.Item>
      <Form.Item
        name="paramOverride"
        label={t('channels:field.paramOverride')}
        extra={t('channels:field.paramOverrideHint')}
        rules={[jsonRule(t)]}
      >
        <JsonField template={{ temperature: 0 }} />
      </Form.Item>
      <Form.Item name="setting" label={t('channels:field.setting')} rules={[jsonRule(t)]}>
        <SettingField />
      </Form.Item>
      <Form.Item
        name="organization"
        label={t('channels:field.organization')}
        extra={t('channels:field.organizationHint')}
      >
        <Input dir="ltr" className="code" spellCheck={false} placeholder="org-…" />
      </Form.Item>
      <Form.Item name="costRatio" label={t('channels:field.costRatio')} extra={t('channels:field.costRatioHint')}>
        <InputNumber min={0} max={1000} step={0.05} />
      </Form.Item>
    </>
  );
}
