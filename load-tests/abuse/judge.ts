import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, CaseClass } from './case.ts';
import type { ErrorShape } from './doors.ts';
import type { Stage } from './stage.ts';
import { type Fared, howFares } from './watch/watched.ts';
import type { WireAnswer } from './wire.ts';

const longestStallMs = 50;
const resends = 2;

/** A case that was not answered as it must be. */
export interface Miss {
  readonly className: string;
  readonly door: string;
  readonly row: string;
  readonly fault: string;
}

/** The longest that an event loop of a service did not turn, while one case was under way. */
export interface Stall {
  readonly service: string;
  readonly door: string;
  readonly row: string;
  readonly fared: Fared;
  /** A process that does nothing, at the same time. */
  readonly idle: Fared;
}

export interface ClassResult {
  readonly name: string;
  /** Cases by door. */
  readonly counts: ReadonlyMap<string, number>;
  readonly misses: readonly Miss[];
  readonly stall: Stall;
}

/** Sends cases of a class, one after the other, and looks at every answer, then at money, logs and processes. */
export async function runClass(
  stage: Stage,
  { name: className, cases }: CaseClass,
  chosen: (one: Case) => boolean = () => true,
): Promise<ClassResult> {
  const counts = new Map<string, number>();
  const misses: Miss[] = [];
  const stalls: Stall[] = [];
  const all = (await cases(stage)).filter(chosen);
  await lookAt(stage);
  for (const one of all) {
    const { door, row } = one;
    counts.set(door, (counts.get(door) ?? 0) + 1);
    const fault = await faultOf(one, stage);
    if (fault) misses.push({ className, door, row, fault });
    let looks = await lookAt(stage);
    // What is the case's doing comes again; a collection of garbage does not.
    for (let turn = 0; turn < resends && looks.some(isLong); turn++) {
      await one.send(stage).catch(() => {});
      const again = await lookAt(stage);
      looks = looks.map(
        (look, at) => [look, again[at] ?? look].sort((a, b) => a.fared.usedMs - b.fared.usedMs)[0] ?? look,
      );
    }
    for (const look of looks) stalls.push({ door, row, ...look });
  }
  for (const fault of await aftermath(stage)) misses.push({ className, door: '–', row: 'afterwards', fault });
  const [stall] = stalls.sort((a, b) => b.fared.usedMs - a.fared.usedMs);
  if (!stall) throw new Error(`${className} has no such case.`);
  return { name: className, counts, misses, stall };
}

/** Whether an event loop stood still for longer than it may, beside what a process that does nothing computes. */
export function isLong({ fared, idle }: Pick<Stall, 'fared' | 'idle'>): boolean {
  return fared.usedMs - idle.usedMs > longestStallMs;
}

/** How relay and console fared since this was asked last, and a process that does nothing. */
async function lookAt({ plant, watchFolder, idle }: Stage): Promise<Omit<Stall, 'door' | 'row'>[]> {
  const control = await howFares(watchFolder, idle.pid);
  const services = [plant.relays[0], plant.console].filter((service) => service !== undefined);
  return Promise.all(
    services.map(async (service) => ({
      service: service.name,
      fared: await howFares(watchFolder, service.pid ?? 0),
      idle: control,
    })),
  );
}

/** Bytes that are alive in relay and console. */
export async function aliveIn({ plant, watchFolder }: Stage): Promise<ReadonlyMap<string, number>> {
  const alive = new Map<string, number>();
  for (const service of [plant.relays[0], plant.console])
    if (service) alive.set(service.name, (await howFares(watchFolder, service.pid ?? 0, true)).heapBytes);
  return alive;
}

async function faultOf(one: Case, stage: Stage): Promise<string | undefined> {
  const before = callsOf(stage);
  const answer = await one.send(stage).catch((error: Error) => error);
  if (answer instanceof Error) return `could not be sent: ${answer.message}`;
  const shown = `${answer.status || (answer.closed ? 'closed' : 'no answer')} ${answer.body.toString().slice(0, 300)}`;
  if (answer.status === 0 && !answer.closed) return `no answer within ${Math.round(answer.ms)} ms`;
  if (!one.expected.includes(answer.status)) return `expected ${one.expected.join(' or ')}, got ${shown}`;
  const leak = leakIn(stage, answer.raw.toString('latin1'));
  if (leak) return `the answer holds ${leak}`;
  const wrong = one.shape && answer.status !== 0 ? shapeFault(one.shape, answer) : undefined;
  if (wrong) return `${wrong}: ${shown}`;
  const calls = callsOf(stage) - before;
  const allowed = one.upstreamCalls ?? 0;
  if (calls > allowed) return `an upstream was called ${calls} times instead of ${allowed}`;
  return one.fault?.(answer, stage);
}

function callsOf({ hosts, odd }: Stage): number {
  return hosts.requests().length + odd.calls();
}

function leakIn({ canaries }: Stage, text: string): string | undefined {
  for (const [name, value] of canaries) if (text.includes(value)) return `the secret ${name}`;
  return undefined;
}

/** What is wrong with the shape of a refusal, if it is one. */
function shapeFault(shape: ErrorShape | 'console', { status, body }: WireAnswer): string | undefined {
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(body.toString());
  } catch {
    return status < 400 ? undefined : 'the refusal is no JSON';
  }
  if (shape === 'console') {
    if (typeof answer.success !== 'boolean') return 'the answer has no success';
    return answer.success || answer.message ? undefined : 'the refusal has no message';
  }
  if (status < 400) return undefined;
  const error = (Array.isArray(answer) ? answer[0]?.error : answer.error) as Record<string, unknown> | undefined;
  const texts = { openai: ['message', 'type'], anthropic: ['message', 'type'], gemini: ['message', 'status'] }[shape];
  for (const name of texts)
    if (typeof error?.[name] !== 'string' || error[name] === '') return `error.${name} is missing`;
  if (shape === 'anthropic' && answer.type !== 'error') return 'type is not "error"';
  if (shape === 'gemini' && error?.code !== status) return 'error.code is not the status';
  return undefined;
}

/** What went wrong apart from single answers. */
async function aftermath(stage: Stage): Promise<string[]> {
  const { plant, refused } = stage;
  const services = [...plant.relays, plant.billing, plant.console].filter((service) => service !== undefined);
  // What was charged is on its way to the journal.
  await sleep(300);
  const rows = await plant.db
    .selectFrom('journal')
    .select(['reference', 'amount'])
    .where('user_id', '=', refused.userId)
    .where('kind', '=', 'consume')
    .where('amount', '!=', 0)
    .execute();
  const letters = await plant.db.selectFrom('dead_letters').select(['reason', 'payload']).execute();
  return [
    ...services.flatMap(({ crash }) => crash ?? []),
    ...rows.map(({ reference, amount }) => `the refused request ${reference} was charged ${-amount}`),
    ...letters.map(({ reason, payload }) => `an event was not settled: ${reason}: ${payload.slice(0, 300)}`),
    ...services.flatMap((service) => {
      const leak = leakIn(stage, service.log());
      return leak ? [`the log of ${service.name} holds ${leak}`] : [];
    }),
  ];
}
