import { brotliCompressSync, gzipSync } from 'node:zlib';
import { wireOf } from '../wire-answers.ts';
import { json, megabyte, whole } from './answer-bytes.ts';
import type { Odd } from './odd.ts';

const bomb = gzipSync(Buffer.alloc(200 * megabyte, ' '), { level: 9 });
const brotliBomb = brotliCompressSync(Buffer.alloc(200 * megabyte, ' '));

/** Compressed though nobody asked. */
export const compressed: readonly Odd[] = [
  {
    row: 'gzip',
    only: 'whole',
    expected: [200, 502],
    charged: 'anything',
    answer: (dialect) => whole(gzipSync(wireOf(dialect, false).body), json, '200 OK', 'content-encoding: gzip\r\n'),
  },
  {
    row: 'a bomb of gzip',
    expected: [200, 502],
    charged: 'anything',
    answer: () => whole(bomb, json, '200 OK', 'content-encoding: gzip\r\n'),
  },
  {
    row: 'a chain of gzip',
    expected: [200, 502],
    charged: 'anything',
    answer: () =>
      whole(
        gzipSync(bomb),
        json,
        '200 OK',
        `content-encoding: ${Array.from({ length: 100 }, () => 'gzip').join(', ')}\r\n`,
      ),
  },
  {
    row: 'a bomb of brotli',
    expected: [200, 502],
    charged: 'anything',
    answer: () => whole(brotliBomb, json, '200 OK', 'content-encoding: br\r\n'),
  },
];
