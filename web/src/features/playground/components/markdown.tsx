import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from '../../../components/code-block.tsx';
import styles from './markdown.module.css';

/**
 * Words of a model are not to be trusted: markup in them stays text, links open elsewhere without a word about us, and
 * pictures become links, since fetching them would tell their host what was said.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt === undefined || alt === '' ? src : alt}
    </a>
  ),
  pre: ({ children }) => children,
  code: ({ className, children }) => {
    const language = /language-(\S+)/.exec(className ?? '')?.[1];
    const text = String(children).replace(/\n$/, '');
    // A block without a language has lines, a word within a sentence has none.
    if (language === undefined && !String(children).includes('\n')) return <code className="code">{children}</code>;
    return <CodeBlock text={text} {...(language === undefined ? {} : { title: language })} />;
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

/** An answer in markdown. Read again only when it says something new: others may be growing beside it. */
export const Markdown = memo(({ text }: { text: string }) => {
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
