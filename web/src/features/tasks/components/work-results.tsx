import { ExportOutlined } from '@ant-design/icons';
import { Image } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Result } from '../results.ts';
import styles from './work-dialog.module.css';

/** Players, pictures and texts, each with a link to the file itself. */
export function WorkResults({ results }: { results: readonly Result[] }) {
  const t = useText();
  return (
    <ul className={styles.results}>
      {results.map((result, index) => {
        const title = result.title || t('tasks:result.number', { number: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: results have no names and stand in the upstream's order
          <li key={index} className={styles.result}>
            <div className={styles.name}>
              <bdi>{title}</bdi>
              {result.kind !== 'text' && (
                <a href={result.url} target="_blank" rel="noreferrer">
                  <ExportOutlined aria-hidden="true" /> {t('tasks:result.open')}
                </a>
              )}
            </div>
            <Shown result={result} title={title} />
          </li>
        );
      })}
    </ul>
  );
}

function Shown({ result, title }: { result: Result; title: string }) {
  if (result.kind === 'text') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it
      <p dir="auto" className={styles.text} tabIndex={0}>
        {result.text}
      </p>
    );
  }
  if (result.kind === 'image') return <Image src={result.url} alt={title} referrerPolicy="no-referrer" />;
  if (result.kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: songs of an upstream come without captions
    return <audio controls preload="none" src={result.url} aria-label={title} />;
  }
  return (
    <video
      controls
      preload="none"
      src={result.url}
      aria-label={title}
      {...(result.cover ? { poster: result.cover } : {})}
    />
  );
}
