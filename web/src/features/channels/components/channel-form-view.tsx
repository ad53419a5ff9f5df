import { Alert, App, Button, Collapse, Drawer, Form } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { createChannel, updateChannel } from '../api.ts';
import { type ChannelForm, channelFromForm, endsInVersion } from '../channel-form.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import styles from './channel-form-view.module.css';
import { ModelsField } from './models-field.tsx';
import { RoutingFields } from './routing-fields.tsx';

interface ChannelFormViewProps {
  readonly title: string;
  readonly size: number | string;
  readonly placement: 'left' | 'right';
  /** Undefined for a new channel. */
  readonly id: number | undefined;
  readonly initial: ChannelForm;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

export function ChannelFormView({ title, size, placement, id, initial, onClose, onSaved }: ChannelFormViewProps) {
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  const [form] = Form.useForm<ChannelForm>();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  useUnsavedGuard(dirty);

  async function save(values: ChannelForm) {
    setBusy(true);
    setRefusal(undefined);
    try {
      const fields = channelFromForm(values);
      await (id === undefined ? createChannel(fields) : updateChannel(id, fields));
      feedback.success(id === undefined ? t('channels:created') : t('channels:updated'));
      flushSync(() => setDirty(false));
      await onSaved();
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
    }
  }

  function submit(values: ChannelForm) {
    if (!endsInVersion(values.baseUrl)) return void save(values);
    modal.confirm({
      title: t('channels:versionWarning.title'),
      content: t('channels:versionWarning.text'),
      okText: t('channels:versionWarning.keep'),
      cancelText: t('common:cancel'),
      onOk: () => save(values),
    });
  }

  return (
    <Drawer
      open
      title={title}
      size={size}
      placement={placement}
      onClose={onClose}
      mask={{ closable: !dirty }}
      footer={
        <div className={styles.footer}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" loading={busy} onClick={form.submit}>
            {id === undefined ? t('common:create') : t('common:save')}
          </Button>
        </div>
      }
    >
      <Form<ChannelForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
        <BasicFields form={form} isNew={id === undefined} />
        <ModelsField form={form} id={id} onChange={() => setDirty(true)} />
        <RoutingFields form={form} />
        <Collapse
          ghost
          className={styles.advanced ?? ''}
          items={[{ key: 'advanced', forceRender: true, label: t('channels:advanced'), children: <AdvancedFields /> }]}
        />
      </Form>
    </Drawer>
  );
}
