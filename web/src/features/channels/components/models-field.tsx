import { CloudDownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Form, type FormInstance, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { fetchModels, useChannelTypes } from '../api.ts';
import { type ChannelForm, splitList } from '../channel-form.ts';
import styles from './channel-form-view.module.css';

interface ModelsFieldProps {
  readonly form: FormInstance<ChannelForm>;
  readonly id: number | undefined;
  readonly onChange: () => void;
}

/** The channel's models: chosen, typed, filled in from the kind, or asked of the upstream. */
export function ModelsField({ form, id, onChange }: ModelsFieldProps) {
  const t = useText();
  const feedback = useFeedback();
  const { message } = App.useApp();
  const { data: types = [] } = useChannelTypes();
  const [custom, setCustom] = useState('');
  const [fetching, setFetching] = useState(false);
  const [fetched, setFetched] = useState<readonly string[]>([]);
  const type = Form.useWatch('type', form);
  const models = Form.useWatch('models', form) ?? [];
  const usual = types.find((candidate) => candidate.type === type)?.models ?? [];
  const known = [...new Set([...usual, ...fetched])];

  function put(next: readonly string[]) {
    form.setFieldValue('models', [...new Set(next)]);
    void form.validateFields(['models']);
    onChange();
  }

  function addCustom() {
    const names = splitList(custom);
    if (names.some((name) => models.includes(name))) void message.warning(t('channels:someModelsExist'));
    put([...models, ...names]);
    setCustom('');
  }

  async function fetchFromUpstream() {
    const { key, baseUrl } = form.getFieldsValue();
    const typedKey = key.trim().split('\n', 1)[0] ?? '';
    if (id === undefined && typedKey === '') return void message.error(t('channels:keyNeeded'));
    setFetching(true);
    try {
      const names = await fetchModels(
        typedKey === '' && id !== undefined ? { id } : { type, base_url: baseUrl, key: typedKey },
      );
      setFetched(names);
      put([...models, ...names]);
      feedback.success(t('channels:fetched', { count: names.length }));
    } catch (error) {
      feedback.failure(error);
    } finally {
      setFetching(false);
    }
  }

  return (
    <Form.Item label={t('channels:field.models')} htmlFor="models">
      <Form.Item
        name="models"
        noStyle
        rules={[{ required: true, type: 'array', min: 1, message: t('channels:modelsNeeded') }]}
      >
        <Select
          id="models"
          mode="multiple"
          allowClear
          maxTagCount={24}
          className={styles.models ?? ''}
          placeholder={t('channels:field.modelsExample')}
          options={known.map((name) => ({ value: name, label: name }))}
        />
      </Form.Item>
      <div className={styles.tools}>
        <Button size="small" disabled={usual.length === 0} onClick={() => put([...models, ...usual])}>
          {t('channels:fillModels', { count: usual.length })}
        </Button>
        <Button
          size="small"
          icon={<CloudDownloadOutlined />}
          loading={fetching}
          onClick={() => void fetchFromUpstream()}
        >
          {t('channels:fetchModels')}
        </Button>
        <Space.Compact size="small" className={styles.custom ?? ''}>
          <Input
            dir="ltr"
            value={custom}
            placeholder={t('channels:customModels')}
            aria-label={t('channels:customModels')}
            onChange={(event) => setCustom(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              addCustom();
            }}
          />
          <Button icon={<PlusOutlined />} disabled={custom.trim() === ''} onClick={addCustom}>
            {t('common:add')}
          </Button>
        </Space.Compact>
      </div>
    </Form.Item>
  );
}
