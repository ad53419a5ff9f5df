import { wireOf } from '../wire-answers.ts';
import { events, json, usual, whole } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** What is no answer, whatever its status says. */
export const oddBodies: readonly Odd[] = [
  { row: 'the usual answer', expected: [200], charged: 'reported', answer: usual },
  { row: 'HTML', expected: [502], charged: 'nothing', answer: () => whole(html, 'text/html') },
  { row: 'HTML that calls itself JSON', expected: [502], charged: 'nothing', answer: () => whole(html, json) },
  { row: 'nothing', expected: [502], charged: 'nothing', answer: () => whole('', json) },
  { row: 'nothing, as a stream', expected: [502], charged: 'nothing', answer: () => whole('', events) },
  {
    row: 'HTML, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole(html, 'text/html'),
  },
  {
    row: 'nothing, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole('', json),
  },
  {
    row: 'a refused key, and another channel',
    expected: [200],
    charged: 'something',
    isRescued: true,
    answer: () => whole('{"error":{"message":"bad key"}}', json, '401 x'),
  },
  ...[
    '[]',
    'null',
    '"x"',
    '5',
    'true',
    '{}',
    '{',
    '{"error":null}',
    '[[[[',
    '{"choices":5}',
    '{"choices":[null]}',
    '{"choices":[{"message":5}]}',
    '{"content":5}',
    '{"candidates":{}}',
    '{"candidates":[{"content":{"parts":[null]}}]}',
  ].map(
    (body): Odd => ({
      row: `the body ${body}`,
      only: 'whole',
      expected: [200, 502],
      charged: 'anything',
      answer: () => whole(body, json),
    }),
  ),
  {
    row: '100,000 brackets',
    expected: [200, 502],
    charged: 'anything',
    only: 'whole',
    answer: () => whole('['.repeat(100_000), json),
  },
  {
    row: 'bytes that are no UTF-8',
    expected: [200, 502],
    charged: 'anything',
    only: 'whole',
    answer: (dialect) =>
      whole(
        Buffer.concat([
          Buffer.from('{"x":"'),
          Buffer.from([0xff, 0xfe]),
          Buffer.from(`",${wireOf(dialect, false).body.slice(1)}`),
        ]),
        json,
      ),
  },
];
