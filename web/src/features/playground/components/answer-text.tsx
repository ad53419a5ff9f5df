import { lazy, Suspense } from 'react';
import styles from './answer-view.module.css';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** What a model said, plain until the code for markdown is there. */
export function AnswerText({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <p className={styles.plain} dir="auto">
          {text}
        </p>
      }
    >
      <Markdown text={text} />
    </Suspense>
  );
}
