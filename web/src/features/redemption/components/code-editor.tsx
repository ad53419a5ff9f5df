import { Alert, Skeleton } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { codeStatus, useCode } from '../api.ts';
import { CodeEditorForm } from './code-editor-form.tsx';

interface CodeEditorProps {
  /** Undefined: new codes. */
  readonly id: number | undefined;
  readonly onClose: () => void;
  /** With the new codes. */
  readonly onSaved: (codes: readonly string[]) => void;
}

/** Makes codes, or changes one that nobody has used. */
export function CodeEditor({ id, onClose, onSaved }: CodeEditorProps) {
  useReturnFocus();
  const t = useText();
  const { data: code, error, mutate } = useCode(id);
  if (id === undefined || code?.status === codeStatus.unused) {
    return <CodeEditorForm code={code} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <Dialog open title={t('redemption:edit', { name: code?.name ?? `#${id}` })} footer={null} onCancel={onClose}>
      {code !== undefined && <Alert type="warning" showIcon title={t('redemption:notEditable')} />}
      {code === undefined && error === undefined && <Skeleton active />}
      {code === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
    </Dialog>
  );
}
