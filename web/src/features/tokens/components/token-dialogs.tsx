import type { OpenedToken } from '../use-token-address.ts';
import { CreatedKeys } from './created-keys.tsx';
import { SamplesDialog } from './samples-dialog.tsx';
import { TokenEditor } from './token-editor.tsx';

interface TokenDialogsProps {
  readonly opened: OpenedToken | undefined;
  readonly made: readonly number[];
  readonly onClose: () => void;
  readonly onSaved: (made: readonly number[]) => void;
  readonly onMadeSeen: () => void;
}

/** What lies over the list; code that the list itself does not need. */
export function TokenDialogs({ opened, made, onClose, onSaved, onMadeSeen }: TokenDialogsProps) {
  if (made.length > 0) return <CreatedKeys ids={made} onClose={onMadeSeen} />;
  if (opened === undefined) return null;
  if (opened === 'new') return <TokenEditor id={undefined} onClose={onClose} onSaved={onSaved} />;
  return 'samplesOf' in opened ? (
    <SamplesDialog id={opened.samplesOf} onClose={onClose} />
  ) : (
    <TokenEditor key={opened.editOf} id={opened.editOf} onClose={onClose} onSaved={onSaved} />
  );
}
