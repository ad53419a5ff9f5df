import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { CodeForm } from './code-form.tsx';

interface CodeDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly submitText: string;
  readonly danger?: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Says what a code of the authenticator app will do, and asks for one. */
export function CodeDialog({ open, title, text, submitText, danger = false, onSubmit, onClose }: CodeDialogProps) {
  const t = useText();
  return (
    <Dialog open={open} title={title} footer={null} width={420} destroyOnHidden onCancel={onClose}>
      <CodeForm
        label={t('account:twoFactor.code')}
        hint={t('account:twoFactor.codeHint')}
        submitText={submitText}
        danger={danger}
        onSubmit={onSubmit}
      >
        <p className="quiet">{text}</p>
      </CodeForm>
    </Dialog>
  );
}
