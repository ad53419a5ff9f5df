import createPurifier from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';
import styles from './markup.module.css';

const purifier = createPurifier(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  // A picture that nobody has described says nothing.
  if (node instanceof HTMLImageElement && !node.hasAttribute('alt')) node.alt = '';
  if (!(node instanceof HTMLAnchorElement) || node.getAttribute('href')?.startsWith('#') === true) return;
  // Pages opened from ours must not reach back into it.
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
});

/** Looks, not behaviour: nothing that runs, sends, or loads a page. */
const forbidden = [
  'style',
  'form',
  'input',
  'button',
  'textarea',
  'select',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
];

function toSafeHtml(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true, breaks: true });
  return purifier.sanitize(html, { FORBID_TAGS: forbidden, FORBID_ATTR: ['id', 'name'], ALLOW_DATA_ATTR: false });
}

/**
 * Markdown or HTML that the operator has written. The only place of the console where markup becomes elements. Large: load
 * it lazily.
 */
export function Markup({ text }: { text: string }) {
  const html = useMemo(() => toSafeHtml(text), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above, and by the server when it was saved
  return <div dir="auto" className={styles.markup} dangerouslySetInnerHTML={{ __html: html }} />;
}
