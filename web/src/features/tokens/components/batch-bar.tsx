import { Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import styles from './batch-bar.module.css';

interface BatchBarProps {
  readonly count: number;
  readonly onDelete: () => Promise<void>;
  readonly onClear: () => void;
}

/** What can be done to the ticked keys. */
export function BatchBar({ count, onDelete, onClear }: BatchBarProps) {
  const t = useText();
  const confirm = useConfirm();
  return (
    <div className={styles.bar} aria-live="polite">
      {count > 0 && (
        <>
          <span className={styles.count}>{t('tokens:batch.selected', { count })}</span>
          <Button
            danger
            onClick={() =>
              confirm({
                title: t('tokens:batch.deleteTitle', { count }),
                content: t('tokens:delete.text'),
                onOk: onDelete,
              })
            }
          >
            {t('common:delete')}
          </Button>
          <Button type="text" onClick={onClear}>
            {t('tokens:batch.clear')}
          </Button>
        </>
      )}
    </div>
  );
}
