import { CloudDownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Form, type FormInstance, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { fetchModels, useChannelTypes, useKnownModels } from '../../api.ts';
import { type ChannelForm, splitList } from '../../channel-form.ts';
import { PairsField } from '../pairs-field.tsx';
import styles from './channel-form-view.module.css';
import { FetchedModelsDialog } from './fetched-models-dialog.tsx';
import { jsonRule } from './json-rule.ts';
import fieldStyles from './models-field.module.css';

interface ModelsFieldProps {
  readonly form: FormInstance<ChannelForm>;
  readonly id: number | undefined;
  readonly onChange: () => void;
}

/** The channel's models (chosen, typed, filled in from the kind, or asked of the upstream), and what they are called there. */
export function ModelsField({ form, id, onChange }: ModelsFieldProps) {
  const t = useText();
  const feedback = useFeedback();
  const { message } = App.useApp();
  const { data: types = [] } = useChannelTypes();
  const known = useKnownModels();
  const [custom, setCustom] = useState('');
  const [fetching, setFetching] = useState(false);
  const [fetched, setFetched] = useState<readonly string[]>();
  const type = Form.useWatch('type', form);
  const models = Form.useWatch('models', form) ?? [];
  const usual = types.find((candidate) => candidate.type === type)?.models ?? [];
  const offered = [...new Set([...usual, ...known])];

  function put(next: readonly string[]) {
    form.setFieldValue('models', [...new Set(next)]);
    void form.validateFields(['models']).catch(() => undefined);
    onChange();
  }

  function addCustom() {
    const names = splitList(custom);
    if (names.some((name) => models.includes(name))) void message.warning(t('channels:someModelsExist'));
    put([...models, ...names]);
    setCustom('');
  }

  async function fetchFromUpstream() {
    const { key = '', baseUrl } = form.getFieldsValue();
    const typed = key.trim().startsWith('{') ? key.trim() : (key.trim().split('\n', 1)[0] ?? '');
    if (id === undefined && typed === '') return void message.error(t('channels:keyNeeded'));
    setFetching(true);
    try {
      setFetched(
        await fetchModels(typed === '' && id !== undefined ? { id } : { type, base_url: baseUrl, key: typed }),
      );
    } catch (error) {
      feedback.failure(error);
    } finally {
      setFetching(false);
    }
  }

  return (
    <>
      <h2 className={styles.section}>{t('channels:field.models')}</h2>
      <Form.Item label={t('channels:modelCount', { count: models.length })} htmlFor="models">
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
            className={fieldStyles.models ?? ''}
            placeholder={t('channels:field.modelsExample')}
            options={offered.map((name) => ({ value: name, label: name }))}
          />
        </Form.Item>
        <div className={fieldStyles.tools}>
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
          <Space.Compact size="small" className={fieldStyles.custom ?? ''}>
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
      <Form.Item name="testModel" label={t('channels:field.testModel')}>
        <Select
          allowClear
          showSearch
          placeholder={t('channels:field.testModelFirst')}
          options={models.map((name) => ({ value: name, label: <span className="code">{name}</span> }))}
        />
      </Form.Item>
      <Form.Item
        name="modelMapping"
        label={t('channels:field.modelMapping')}
        extra={t('channels:field.modelMappingHint')}
        rules={[jsonRule(t)]}
      >
        <PairsField
          fromLabel={t('channels:mapping.requested')}
          toLabel={t('channels:mapping.upstream')}
          names={models}
          template={{ 'gpt-4o': 'gpt-4o-2024-11-20' }}
        />
      </Form.Item>
      {fetched !== undefined && (
        <FetchedModelsDialog
          names={fetched}
          chosen={models}
          onClose={() => setFetched(undefined)}
          onChoose={(next) => {
            put(next);
            setFetched(undefined);
          }}
        />
      )}
    </>
  );
}
