import { Skeleton } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { useEditedToken } from '../api.ts';
import { TokenFormView } from './token-form-view.tsx';

const drawerWidthPx = 600;

interface TokenEditorProps {
  /** Undefined for a new key. */
  readonly id: number | undefined;
  readonly onClose: () => void;
  /** With the ids of the keys that were made; none after an edit. */
  readonly onSaved: (made: readonly number[]) => void;
}

/** The side drawer in which a key is made or changed. */
export function TokenEditor({ id, onClose, onSaved }: TokenEditorProps) {
  useReturnFocus();
  const t = useText();
  const { data, error, mutate } = useEditedToken(id);
  const frame = {
    title: id === undefined ? t('tokens:add') : t('tokens:edit', { name: data?.name ?? `#${id}` }),
    widthPx: drawerWidthPx,
    onClose,
  };

  if (id !== undefined && data === undefined) {
    return (
      <SidePanel open {...frame}>
        {error === undefined ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </SidePanel>
    );
  }
  return <TokenFormView {...frame} token={data} onSaved={onSaved} />;
}
