import type { Figures } from './figures.ts';

/** What customers ask for. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly chunksPerAnswer: number;
  readonly secondsPerAnswer: number;
}

/** A core that is busier than this makes requests wait, and has nothing left for a peak or for the load of one that failed. */
const busy = 0.6;
/** What a core works in a second at that. */
const microsecondsPerCore = busy * 1e6;
/** As many copies of each event as a replicated stream keeps. */
const copies = 3;
const secondsPerDay = 86_400;

/** What a load needs, by the measured cost of one request: cores, memory, network and disk. */
export function needsOf({ requestsPerSecond: rate, chunksPerAnswer, secondsPerAnswer }: Load, figures: Figures) {
  const cores = (microsecondsPerRequest: number) => (rate * microsecondsPerRequest) / microsecondsPerCore;
  const stored = figures.bytesPerLogRow + figures.bytesPerJournalRow + figures.bytesPerRequestInRollUps;
  return {
    relayCores: cores(figures.relayMicrosecondsPerRequest + chunksPerAnswer * figures.relayMicrosecondsPerChunk),
    openAnswers: rate * secondsPerAnswer,
    relayGigabytes: (rate * secondsPerAnswer * figures.relayBytesPerStream) / 1e9,
    redisCores: cores(figures.redisMicrosecondsPerRequest),
    natsCores: cores(figures.natsMicrosecondsPerRequest),
    natsMegabytesPerSecond: (rate * figures.bytesPerEvent * copies) / 1e6,
    billingCores: cores(figures.billingMicrosecondsPerEvent),
    postgresCores: cores(figures.postgresMicrosecondsPerEvent),
    walMegabytesPerSecond: (rate * figures.walBytesPerEvent) / 1e6,
    gigabytesPerDay: (rate * secondsPerDay * stored) / 1e9,
  };
}
