import { Form } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { tagChannels, useTagNames } from '../api.ts';
import { NameInput } from './name-input.tsx';

interface BatchTagDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** Puts the chosen channels under one tag. */
export function BatchTagDialog({ ids, onClose, onDone }: BatchTagDialogProps) {
  const t = useText();
  const feedback = useFeedback();
  const tags = useTagNames();
  const [form] = Form.useForm<{ tag: string }>();
  const [busy, setBusy] = useState(false);

  async function save({ tag }: { tag: string }) {
    setBusy(true);
    try {
      const count = await tagChannels(ids, tag.trim());
      await onDone();
      feedback.success(t('channels:batch.tagged', { count }));
      onClose();
    } catch (error) {
      feedback.failure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t('channels:batch.setTagTitle', { count: ids.length })}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ tag: '' }}
        onFinish={(v) => void save(v)}
      >
        <Form.Item
          name="tag"
          label={t('channels:field.tag')}
          extra={t('channels:batch.tagHint')}
          rules={[{ required: true, whitespace: true, message: t('channels:batch.tagNeeded') }]}
        >
          <NameInput names={tags} autoFocus />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
