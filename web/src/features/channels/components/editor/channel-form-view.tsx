import { App, Collapse, Form } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { EditorFooter } from '../../../../components/editor-footer.tsx';
import { SidePanel } from '../../../../components/side-panel.tsx';
import { useUnsavedGuard } from '../../../../components/use-unsaved-guard.ts';
import { failureText } from '../../../../lib/failure-text.ts';
import { useText } from '../../../../lib/i18n.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { type Channel, createChannel, updateChannel } from '../../api.ts';
import { type ChannelForm, changedFields, channelFromForm, endsInVersion, refusedField } from '../../channel-form.ts';
import { AdvancedFields, advancedNames } from './advanced-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import styles from './channel-form-view.module.css';
import { KeysPanel } from './keys-panel.tsx';
import { ModelsField } from './models-field.tsx';
import { RoutingFields } from './routing-fields.tsx';

interface ChannelFormViewProps {
  readonly frame: { readonly title: string; readonly widthPx: number };
  /** Undefined for a new one. */
  readonly channel: Channel | undefined;
  readonly initial: ChannelForm;
  readonly onClose: () => void;
  readonly onKeysChanged: () => Promise<unknown>;
  /** With the ids of the channels that were made. */
  readonly onSaved: (created: readonly number[]) => Promise<void>;
}

const scrolling = { behavior: 'smooth', block: 'center' } as const;
const unfoldingMs = 250;

export function ChannelFormView(props: ChannelFormViewProps) {
  const { frame, channel, onClose, onKeysChanged, onSaved } = props;
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  const [form] = Form.useForm<ChannelForm>();
  // What the form began with: a newer record must not make untouched fields look changed.
  const [initial] = useState(props.initial);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [unfolded, setUnfolded] = useState<string[]>([]);
  useUnsavedGuard(dirty);

  async function save(values: ChannelForm) {
    setBusy(true);
    setRefusal(undefined);
    try {
      const created = channel === undefined ? (await createChannel(channelFromForm(values))).ids : [];
      if (channel !== undefined) await updateChannel(channel.id, changedFields(initial, values));
      feedback.success(channel === undefined ? t('channels:created') : t('channels:updated'));
      flushSync(() => setDirty(false));
      await onSaved(created);
    } catch (error) {
      const text = failureText(error, t);
      const name = refusedField(error instanceof Error ? error.message : '');
      setRefusal(text);
      setBusy(false);
      if (name !== undefined) {
        form.setFields([{ name, errors: [text] }]);
        show(name);
      }
    }
  }

  /** Brings a field into view, also one that is folded away. */
  function show(name: keyof ChannelForm) {
    const folded = advancedNames.includes(name) && unfolded.length === 0;
    if (folded) setUnfolded(['advanced']);
    setTimeout(() => form.scrollToField(name, { ...scrolling, focus: true }), folded ? unfoldingMs : 0);
  }

  /** `shown`: what has a field on the screen. */
  function submit(shown: ChannelForm) {
    const values = { ...initial, ...shown };
    if (!endsInVersion(values.baseUrl)) return void save(values);
    modal.confirm({
      title: t('channels:versionWarning.title'),
      content: t('channels:versionWarning.text'),
      okText: t('channels:versionWarning.keep'),
      cancelText: t('common:cancel'),
      onOk: () => save(values),
    });
  }

  const several = channel !== undefined && channel.key_mode !== 'single';
  return (
    <SidePanel
      open
      {...frame}
      onClose={onClose}
      mask={{ closable: !dirty }}
      footer={
        <EditorFooter
          submitText={channel === undefined ? t('common:create') : t('common:save')}
          busy={busy}
          refusal={refusal}
          onSubmit={form.submit}
          onClose={onClose}
        />
      }
    >
      <Form<ChannelForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
        onFinishFailed={({ errorFields: [first] }) => {
          if (first !== undefined) show(first.name[0] as keyof ChannelForm);
        }}
      >
        <BasicFields form={form} isNew={channel === undefined} hasOwnKey={!several} />
        {channel !== undefined && <KeysPanel id={channel.id} onChange={onKeysChanged} />}
        <ModelsField form={form} id={channel?.id} onChange={() => setDirty(true)} />
        <RoutingFields />
        <Collapse
          ghost
          className={styles.advanced ?? ''}
          activeKey={unfolded}
          onChange={setUnfolded}
          items={[{ key: 'advanced', forceRender: true, label: t('channels:advanced'), children: <AdvancedFields /> }]}
        />
      </Form>
    </SidePanel>
  );
}
