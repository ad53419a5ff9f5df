import { Hourly } from './hourly.ts';
import type { Known } from './known.ts';
import { PeriodSums } from './period-sums.ts';
import type { TaskRecord } from './task-record.ts';
import { merge, type UsageRecord } from './usage-record.ts';

/** A request as received, and the hold that covers its charge. */
export interface Request {
  readonly record: UsageRecord;
  readonly holdId: string;
  readonly submitted?: TaskRecord | undefined;
}

/** A row of usage_log: type 2 when it is in the journal, 5 when the request failed and cost nothing. */
export interface LogEntry {
  readonly type: 2 | 5;
  readonly record: UsageRecord;
}

/** All that one transaction changes, as differences per row; what stays as it is is not in it. */
export interface Changes {
  readonly postings: { readonly record: UsageRecord; readonly logged: boolean }[];
  readonly raises: { readonly requestId: string; readonly quota: number }[];
  readonly accounts: Map<number, { quota: number; requests: number }>;
  readonly tokens: Map<
    number,
    { readonly userId: number; quota: number; usedAtMs: number; readonly periods: PeriodSums }
  >;
  readonly channels: Map<number, { quota: number }>;
  readonly holds: Map<string, { readonly userId: number; quota: number }>;
  readonly newLogRows: LogEntry[];
  readonly changedLogRows: (LogEntry & { readonly logId: number })[];
  readonly hourly: Hourly;
  readonly tasks: { readonly record: UsageRecord; readonly submitted: TaskRecord }[];
}

/** Compares what was received with what the books have. Pure. `logging`: whether new requests get a row in the log. */
export function changesOf(requests: readonly Request[], known: ReadonlyMap<string, Known>, logging: boolean): Changes {
  const changes: Changes = {
    postings: [],
    raises: [],
    accounts: new Map(),
    tokens: new Map(),
    channels: new Map(),
    holds: new Map(),
    newLogRows: [],
    changedLogRows: [],
    hourly: new Hourly(),
    tasks: [],
  };
  for (const request of requests) addRequest(changes, request, known.get(request.record.id) ?? {}, logging);
  return changes;
}

function addRequest(
  changes: Changes,
  { record: received, holdId, submitted }: Request,
  { posted, logged }: Known,
  logging: boolean,
): void {
  const record = logged ? merge(logged.record, received) : received;
  const postedQuota = posted?.quota ?? 0;
  const difference = Math.max(0, record.charged.quota - postedQuota);
  const refused = !posted && record.charged.quota === 0 && record.course.details.error !== undefined;

  if (!posted && !refused) changes.postings.push({ record, logged: logging || logged !== undefined });
  if (!posted && !refused && submitted) changes.tasks.push({ record, submitted });
  if (posted && difference > 0) changes.raises.push({ requestId: record.id, quota: postedQuota + difference });
  if (!refused && (!posted || difference > 0)) {
    addBalances(changes, record, holdId, difference, posted ? 0 : 1);
    const channelBefore = logged?.record.charged.channelId ?? record.charged.channelId;
    entry(changes.channels, channelBefore, { quota: 0 }).quota -= postedQuota;
    entry(changes.channels, record.charged.channelId, { quota: 0 }).quota += postedQuota + difference;
  }

  const type = refused ? 5 : 2;
  if (logged) {
    if (record === logged.record) return;
    changes.changedLogRows.push({ type, record, logId: logged.logId });
    changes.hourly.addRecord(logged.record, -1);
    changes.hourly.addRecord(record, 1);
  } else if (posted) {
    // The log row was cleaned or never written; the roll-up stays, and with it the raise.
    if (difference > 0) changes.hourly.addQuota(record, difference);
  } else if (logging || !refused) {
    // A refused request that is not logged leaves no trace by which its duplicate could be told.
    if (logging) changes.newLogRows.push({ type, record });
    changes.hourly.addRecord(record, 1);
  }
}

function addBalances(changes: Changes, record: UsageRecord, holdId: string, quota: number, requests: number): void {
  const { userId, tokenId, timeMs } = record;
  const account = entry(changes.accounts, userId, { quota: 0, requests: 0 });
  account.quota += quota;
  account.requests += requests;
  const token = entry(changes.tokens, tokenId, { userId, quota: 0, usedAtMs: timeMs, periods: new PeriodSums() });
  token.quota += quota;
  token.periods.add(timeMs, quota);
  token.usedAtMs = Math.max(token.usedAtMs, timeMs);
  if (quota > 0) entry(changes.holds, holdId, { userId, quota: 0 }).quota += quota;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, initial: Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, initial);
  return initial;
}
