import { bookInvariants, examineYoung, suspectsOf } from '@switchyard/billing/books';
import { openKv } from '@switchyard/kv';
import { cpuMicroseconds } from '../proc.ts';
import { activeUserIds } from './seed-keys.ts';
import type { Sized } from './sized.ts';

const hourMs = 3_600_000;
const times = 10;

/** What one audit of those who call costs Postgres; billing makes one every minute of all whose account has changed. */
export async function measureAudit({
  installation: { db, postgresPid },
  size,
}: Sized): Promise<Record<string, number>> {
  const kv = await openKv({});
  const userIds = activeUserIds(size);
  const since = new Date(Math.floor(Date.now() / hourMs - 1) * hourMs);
  const examineOnce = async () => {
    const suspects = new Set(await suspectsOf({ db, kv }, userIds));
    await examineYoung({ db, kv }, bookInvariants, { userIds, since, suspects });
  };
  await examineOnce();
  const before = cpuMicroseconds(postgresPid);
  for (let time = 0; time < times; time++) await examineOnce();
  const cpu = cpuMicroseconds(postgresPid) - before;
  await kv.close();
  return { 'audit of the callers, CPU of Postgres, ms': cpu / times / 1000 };
}
