import {
  CloseOutlined,
  DeleteOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  TagsOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { deleteChannels, switchChannels } from '../api.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly ids: readonly number[];
  readonly onSetTag: () => void;
  readonly onClear: () => void;
  /** The list has changed. */
  readonly onDone: () => Promise<unknown>;
}

/** What is done to the chosen channels. */
export function SelectionBar({ ids, onSetTag, onClear, onDone }: SelectionBarProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  if (ids.length === 0) return null;

  async function attempt(work: () => Promise<string>) {
    try {
      const done = await work();
      await onDone();
      feedback.success(done);
    } catch (error) {
      feedback.failure(error);
    }
  }

  const toggle = (on: boolean) =>
    void attempt(async () => t('channels:batch.switched', { count: await switchChannels(ids, on) }));

  function confirmDelete() {
    confirm({
      title: t('channels:batch.deleteTitle', { count: ids.length }),
      content: t('channels:batch.deleteText'),
      onOk: () => attempt(async () => t('channels:batch.deleted', { count: await deleteChannels(ids) })),
    });
  }

  return (
    <section className={styles.bar} aria-label={t('channels:batch.label')}>
      <span className={styles.count} aria-live="polite">
        {t('channels:batch.chosen', { count: ids.length })}
      </span>
      <Button icon={<PlayCircleOutlined />} onClick={() => toggle(true)}>
        {t('common:enable')}
      </Button>
      <Button icon={<PauseCircleOutlined />} onClick={() => toggle(false)}>
        {t('common:disable')}
      </Button>
      <Button icon={<TagsOutlined />} onClick={onSetTag}>
        {t('channels:batch.setTag')}
      </Button>
      <Button danger icon={<DeleteOutlined />} onClick={confirmDelete}>
        {t('common:delete')}
      </Button>
      <Button
        type="text"
        icon={<CloseOutlined />}
        onClick={onClear}
        aria-label={t('channels:batch.clear')}
        title={t('channels:batch.clear')}
      />
    </section>
  );
}
