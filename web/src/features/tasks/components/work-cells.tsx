import { CheckOutlined, CustomerServiceOutlined, FileTextOutlined, PlaySquareOutlined } from '@ant-design/icons';
import { Button, Image, Progress, Tag } from 'antd';
import { StatusDot } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { Result } from '../results.ts';
import { percentOf, secondsSpent, type Work } from '../work.ts';
import styles from './work-cells.module.css';
import { statusWord } from './work-words.ts';

/** Longer ones are flagged. */
const longSeconds = 60;
const thumbnailPx = 72;

export function WorkStatus({ work }: { work: Work }) {
  const t = useText();
  const { tone, text } = statusWord(work.status);
  return <StatusDot tone={tone}>{t(text)}</StatusDot>;
}

/** A circle when it is a percentage, the upstream's own word otherwise. */
export function WorkProgress({ work }: { work: Work }) {
  const t = useText();
  const percent = percentOf(work.progress);
  if (percent === undefined) return <span className="quiet">{work.progress || '—'}</span>;
  const status = work.status === 'FAILURE' ? 'exception' : percent === 100 ? 'success' : 'normal';
  return <Progress type="circle" size={38} percent={percent} status={status} aria-label={t('tasks:column.progress')} />;
}

/** How long it took, or takes by now. */
export function TimeSpent({ work }: { work: Work }) {
  const t = useText();
  const spent = secondsSpent(work, Math.floor(Date.now() / 1000));
  if (spent === undefined) return <span className="quiet">—</span>;
  const isLong = spent > longSeconds;
  return (
    <span
      className={isLong ? `${styles.spent} ${styles.long}` : styles.spent}
      {...(isLong ? { title: t('tasks:long', { seconds: longSeconds }) } : {})}
    >
      {t('tasks:seconds', { seconds: spent.toLocaleString('en') })}
      {isLong && <span className="visually-hidden"> {t('tasks:long', { seconds: longSeconds })}</span>}
    </span>
  );
}

export function WorkId({ work, onOpen }: { work: Work; onOpen: () => void }) {
  const t = useText();
  if (work.workId === '') return <span className="quiet">—</span>;
  return (
    <button
      type="button"
      className={`code ${styles.id}`}
      title={work.workId}
      aria-label={t('tasks:openRecord', { id: work.workId })}
      onClick={onOpen}
    >
      {work.workId}
    </button>
  );
}

export function FailReason({ work, onOpen }: { work: Work; onOpen: () => void }) {
  const t = useText();
  if (work.failReason === '') return <span className="quiet">{t('tasks:noReason')}</span>;
  return (
    <button type="button" className={styles.reason} onClick={onOpen}>
      <span dir="auto">{work.failReason}</span>
    </button>
  );
}

const kinds: Record<Exclude<Result['kind'], 'image'>, { icon: typeof FileTextOutlined; text: TextKey }> = {
  audio: { icon: CustomerServiceOutlined, text: 'tasks:result.listen' },
  video: { icon: PlaySquareOutlined, text: 'tasks:result.watch' },
  text: { icon: FileTextOutlined, text: 'tasks:result.read' },
};

/** The picture, or a button that opens what there is to hear, see or read. */
export function WorkResult({ work, onOpen }: { work: Work; onOpen: () => void }) {
  const t = useText();
  const [first] = work.results;
  if (first === undefined) return <span className="quiet">—</span>;
  if (first.kind === 'image') return <Picture url={first.url} alt={work.prompt || t('tasks:result.picture')} />;
  const { icon: Icon, text } = kinds[first.kind];
  return (
    <Button size="small" icon={<Icon />} onClick={onOpen}>
      {t(text)}
    </Button>
  );
}

/** A small picture that opens large. */
export function Picture({ url, alt }: { url: string; alt: string }) {
  return (
    <Image
      className={styles.picture ?? ''}
      src={url}
      alt={alt}
      width={thumbnailPx}
      height={thumbnailPx}
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  );
}

/** What can be asked of a drawing; a tick on what was. */
export function DrawingButtons({ work }: { work: Work }) {
  const t = useText();
  if (work.buttons.length === 0) return null;
  return (
    <ul className={styles.buttons} aria-label={t('tasks:buttons')}>
      {work.buttons.map(({ label, pressed }) => (
        <li key={label}>
          <Tag {...(pressed ? { color: 'blue', icon: <CheckOutlined aria-label={t('tasks:pressed')} /> } : {})}>
            {label}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
