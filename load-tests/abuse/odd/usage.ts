import { usual } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

/** Usage that cannot be. */
export const oddUsage: readonly Odd[] = [
  ...[
    ['no usage', 'undefined'],
    ['usage that is a text', '"many"'],
    ['usage that is a list', '[]'],
    ['negative usage', 'negative'],
    ['usage of 1e308', '1e308'],
    ['usage of 2^53', '9007199254740992'],
    ['usage in quotes', '"12"'],
    ['usage of null', 'null'],
    ['usage of zeros beside an answer', '0'],
  ].map(
    ([row = '', figure = '']): Odd => ({
      row,
      expected: [200],
      charged: 'something',
      answer: (dialect, stream) => usual(dialect, stream, (text) => withFigures(text, figure)),
    }),
  ),
];

/** All figures of usage in place of others. */
function withFigures(text: string, figure: string): string {
  if (figure === 'undefined') return text.replaceAll(/"(usage|usageMetadata)":\{[^}]*\}/g, '"x":0');
  if (figure === '[]' || figure === '"many"')
    return text.replaceAll(/"(usage|usageMetadata)":\{[^}]*\}/g, `"$1":${figure}`);
  return text.replaceAll(/("\w*(?:tokens|TokenCount)"):(\d+)/g, figure === 'negative' ? '$1:-$2' : `$1:${figure}`);
}
