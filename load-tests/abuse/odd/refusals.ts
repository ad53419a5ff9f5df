import { json, megabyte, whole } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

/** Errors, which must not tell what is the operator’s. */
export const oddRefusals: readonly Odd[] = [
  ...[400, 401, 403, 404, 413, 422, 429, 500, 503, 529].map(
    (status): Odd => ({
      row: `status ${status} that quotes key, address and organisation`,
      expected: [400, 402, 403, 404, 413, 422, 429, 500, 502, 503, 529],
      charged: 'nothing',
      answer: () =>
        whole(
          JSON.stringify({
            error: {
              message: `Incorrect key {key} of org-canaryorganisation at http://127.0.0.1:1/v1 (user@example.com)`,
              type: 'x',
              code: 'y',
            },
          }),
          json,
          `${status} x`,
        ),
      fault: ({ body, status }) => {
        const text = body.toString();
        if (status === 401) return 'the client’s own key is called wrong';
        return /canaryorganisation|127\.0\.0\.1/.test(text) ? `it is told: ${text.slice(0, 200)}` : undefined;
      },
    }),
  ),
  {
    row: 'status 500 with ten megabytes',
    expected: [500, 502],
    charged: 'nothing',
    answer: () => whole('x'.repeat(10 * megabyte), 'text/plain', '500 x'),
    fault: ({ body }) => (body.length > 100_000 ? 'all of it was passed on' : undefined),
  },
  {
    row: 'status 429 with an absurd Retry-After',
    expected: [429, 502, 503],
    charged: 'nothing',
    answer: () => whole('{}', json, '429 x', 'retry-after: 99999999999999999999\r\n'),
    fault: ({ headers }) => (Number(headers.get('retry-after') ?? 0) > 3600 ? 'it was passed on' : undefined),
  },
  {
    row: 'status 429 with a Retry-After that is none',
    expected: [429, 502, 503],
    charged: 'nothing',
    answer: () => whole('{}', json, '429 x', 'retry-after: yesterday\r\n'),
  },
];
