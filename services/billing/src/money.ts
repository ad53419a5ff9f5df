/** What moves money here, for the simulator and its proofs (load-tests/simulator). */
export { readEvents } from './consumers/read-events.ts';
export { runEpochGate } from './epoch-gate.ts';
export type { Changes } from './ledger/changes.ts';
export { changesOf } from './ledger/changes.ts';
export { applyFigures, type Figures, readFigures } from './ledger/figures.ts';
export { type Consumption, giveBack, type Refund } from './ledger/give-back.ts';
export type { Known } from './ledger/known.ts';
export type { ReceivedEvent } from './ledger/received.ts';
export { mergeEvents, reasonAgainst, settle } from './ledger/settle.ts';
export type { UsageRecord } from './ledger/usage-record.ts';
export type { Ports, Running } from './ports.ts';
