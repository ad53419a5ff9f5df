import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageEvent } from '@switchyard/contracts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { decodeRecords, kinds } from './record.ts';

const checkEvent = Compile(UsageEvent);
const checkHolds = Compile(
  Type.Array(Type.Object({ holdId: Type.String(), userId: Type.Integer(), spent: Type.Integer() })),
);

/** What an earlier process left on disk. */
export interface Leftover {
  readonly paths: readonly string[];
  readonly bytes: number;
  /** Finals, and the last word on requests that have none, as interrupted. */
  readonly events: readonly UsageEvent[];
  /** What each hold of that process has spent, all told. */
  readonly holds: readonly { readonly holdId: string; readonly userId: number; readonly spent: number }[];
}

/**
 * Reads the segments in a directory; changes nothing. Records that are not valid events are counted and left to the
 * log: they cannot be charged to anybody.
 */
export function readLeftover(directory: string, onInvalid: (path: string) => void): Leftover {
  const paths = readdirSync(directory)
    .filter((name) => name.endsWith('.spool'))
    .sort()
    .map((name) => join(directory, name));
  const finals = new Map<string, UsageEvent>();
  const running = new Map<string, UsageEvent>();
  const holds = new Map<string, { userId: number; spent: number }>();
  for (const path of paths) {
    for (const { kind, payload } of decodeRecords(readFileSync(path))) {
      const value: unknown = JSON.parse(payload.toString());
      if (kind === kinds.holds) {
        if (!checkHolds.Check(value)) onInvalid(path);
        else for (const { holdId, userId, spent } of value) holds.set(holdId, { userId, spent });
      } else if (!checkEvent.Check(value)) onInvalid(path);
      else if (kind === kinds.progress) running.set(value.id, value);
      else if (!finals.has(value.id)) {
        finals.set(value.id, value);
        addSpent(holds, value);
      }
    }
  }
  const interrupted = [...running.values()].filter(({ id }) => !finals.has(id)).map(asInterrupted);
  for (const event of interrupted) addSpent(holds, event);
  return {
    paths,
    bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    events: [...finals.values(), ...interrupted],
    holds: [...holds].map(([holdId, { userId, spent }]) => ({ holdId, userId, spent })),
  };
}

/** Only when the stream has every event of the leftover. */
export function deleteLeftover(leftover: Leftover): void {
  for (const path of leftover.paths) rmSync(path, { force: true });
}

function asInterrupted(event: UsageEvent): UsageEvent {
  return { ...event, final: true, ended: 'interrupted' };
}

function addSpent(holds: Map<string, { userId: number; spent: number }>, event: UsageEvent): void {
  const hold = holds.get(event.holdId);
  holds.set(event.holdId, { userId: event.userId, spent: (hold?.spent ?? 0) + event.charge });
}
