import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/i18n.ts';
import { useFeedback } from '../lib/use-feedback.ts';
import styles from './code-block.module.css';
import { codeTokens } from './code-tokens.ts';

interface CodeBlockProps {
  readonly text: string;
  /** Where the code belongs, or what it is written in. */
  readonly title?: string;
  /** In place of copying the text as it is shown. */
  readonly onCopy?: () => void;
}

/** A piece of code with a copy button. */
export function CodeBlock({ text, title, onCopy }: CodeBlockProps) {
  const t = useText();
  const feedback = useFeedback();
  const tokens = useMemo(() => codeTokens(text), [text]);
  return (
    <figure className={styles.block} aria-label={title}>
      <figcaption className={styles.head}>
        <span className="code">{title}</span>
        <Button type="text" size="small" icon={<CopyOutlined />} onClick={onCopy ?? (() => void feedback.copy(text))}>
          {t('common:copy')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        {tokens.map(({ kind, text: part }, index) =>
          kind === 'plain' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
            <span key={index} className={styles[kind]}>
              {part}
            </span>
          ),
        )}
      </pre>
    </figure>
  );
}
