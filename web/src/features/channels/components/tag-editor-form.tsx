import { Alert, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { parseJsonObject } from '../../../lib/json-text.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { changeTag, LEAST_PRIORITY, useKnownModels } from '../api.ts';
import { noTagChange, type TagForm, tagChange } from '../tag-form.ts';
import { PairsField } from './pairs-field.tsx';
import styles from './tag-editor-form.module.css';

interface TagEditorFormProps {
  readonly tag: string;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Gives all channels of a tag the same values. What is left blank stays as each channel has it. */
export function TagEditorForm({ tag, onClose, onSaved }: TagEditorFormProps) {
  const t = useText();
  const feedback = useFeedback();
  const groups = useGroupNames();
  const models = useKnownModels();
  const [form] = Form.useForm<TagForm>();
  const [dirty, setDirty] = useState(false);
  const { attempt, busy, refusal, refuse } = useAttempt();
  useUnsavedGuard(dirty && !busy);

  async function save(values: TagForm) {
    const change = tagChange(tag, values);
    if (change === undefined) return refuse(t('channels:tag.noModification'));
    await attempt(async () => {
      await changeTag(change);
      feedback.success(t('channels:tag.updated'));
      await onSaved();
    });
  }

  return (
    <Dialog
      open
      title={t('channels:tag.edit', { tag })}
      width={640}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: !dirty }}
    >
      <Form<TagForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={noTagChange(tag)}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
      >
        <Alert type="warning" showIcon title={t('channels:tag.overwrites')} />
        {refusal !== undefined && <Alert type="error" showIcon title={refusal} role="alert" />}
        <Form.Item name="newTag" label={t('channels:tag.name')} extra={t('channels:tag.dissolves')}>
          <Input autoFocus maxLength={100} />
        </Form.Item>
        <Form.Item name="models" label={t('channels:field.models')} extra={t('channels:tag.modelsHint')}>
          <Select
            mode="tags"
            allowClear
            maxTagCount={12}
            tokenSeparators={[',', ' ', '\n']}
            placeholder={t('channels:tag.unchanged')}
            options={models.map((name) => ({ value: name, label: <span className="code">{name}</span> }))}
          />
        </Form.Item>
        <Form.Item name="groups" label={t('channels:field.groups')}>
          <Select
            mode="multiple"
            allowClear
            placeholder={t('channels:tag.unchanged')}
            options={groups.map((name) => ({ value: name, label: name }))}
          />
        </Form.Item>
        <Form.Item
          name="modelMapping"
          label={t('channels:field.modelMapping')}
          rules={[
            {
              validator: (_, text: string) =>
                parseJsonObject(text) === undefined
                  ? Promise.reject(new Error(t('common:json.invalid')))
                  : Promise.resolve(),
            },
          ]}
        >
          <PairsField
            fromLabel={t('channels:mapping.requested')}
            toLabel={t('channels:mapping.upstream')}
            names={models}
            template={{ 'gpt-4o': 'gpt-4o-2024-11-20' }}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="priority" label={t('channels:field.priority')}>
            <InputNumber
              min={LEAST_PRIORITY}
              precision={0}
              className={styles.wide ?? ''}
              placeholder={t('channels:tag.unchanged')}
            />
          </Form.Item>
          <Form.Item name="weight" label={t('channels:field.weight')}>
            <InputNumber
              min={0}
              precision={0}
              className={styles.wide ?? ''}
              placeholder={t('channels:tag.unchanged')}
            />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}
