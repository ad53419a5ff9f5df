import sanitizeHtml from 'sanitize-html';

const wholeAddress = /^https:\/\/[^\s"'<>\\]+$/i;

/**
 * Markup of administrators as it is kept: without scripts, handlers, forms and frames. An https address alone stays: it
 * is shown in a frame.
 */
export function sanitizeMarkup(text: string): string {
  const address = text.trim();
  if (wholeAddress.test(address)) return address;
  return sanitizeHtml(text, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'details', 'summary', 'center', 'font', 'del', 'ins'],
    allowedAttributes: {
      '*': ['style', 'class', 'title', 'align', 'width', 'height', 'dir', 'lang'],
      a: ['href', 'target', 'rel', 'name'],
      img: ['src', 'alt'],
      font: ['color', 'size'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedStyles: { '*': harmlessStyles },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    // Pages opened from ours must not reach back into it.
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  });
}

const plainValue = [/^[\w\s.,%#()-]{1,100}$/];
/** Looks, not layers: nothing that could lie over the page or fetch an address. */
const harmlessStyles = Object.fromEntries(
  [
    'color',
    'background',
    'background-color',
    'text-align',
    'text-decoration',
    'font-size',
    'font-weight',
    'font-style',
    'font-family',
    'line-height',
    'letter-spacing',
    'margin',
    'margin-top',
    'margin-right',
    'margin-bottom',
    'margin-left',
    'padding',
    'padding-top',
    'padding-right',
    'padding-bottom',
    'padding-left',
    'border',
    'border-radius',
    'width',
    'max-width',
    'height',
    'max-height',
    'display',
    'gap',
    'justify-content',
    'align-items',
    'flex-wrap',
  ].map((property) => [property, plainValue]),
);
