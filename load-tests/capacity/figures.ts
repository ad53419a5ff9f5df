import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const amount = Type.Number({ exclusiveMinimum: 0 });
const Figures = Type.Object({
  relayMicrosecondsPerRequest: amount,
  relayMicrosecondsPerChunk: amount,
  relayBytesPerStream: amount,
  billingMicrosecondsPerEvent: amount,
  postgresMicrosecondsPerEvent: amount,
  redisMicrosecondsPerRequest: amount,
  natsMicrosecondsPerRequest: amount,
  bytesPerEvent: amount,
  walBytesPerEvent: amount,
  bytesPerLogRow: amount,
  bytesPerJournalRow: amount,
  bytesPerRequestInRollUps: amount,
});
export type Figures = ReturnType<typeof readFigures>;

/** What was measured; figures.json, whose sources deploy/capacity.md names. */
export function readFigures() {
  return Value.Parse(Figures, JSON.parse(readFileSync(new URL('./figures.json', import.meta.url), 'utf8')));
}
