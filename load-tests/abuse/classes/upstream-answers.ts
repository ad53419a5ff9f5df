import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, CaseClass } from '../case.ts';
import { ask, type Door, doors } from '../doors.ts';
import { oddBodies } from '../odd/bodies.ts';
import { compressed } from '../odd/compressed.ts';
import { oddHeads } from '../odd/heads.ts';
import type { Odd } from '../odd/odd.ts';
import { oddRefusals } from '../odd/refusals.ts';
import { oddStreams } from '../odd/streams.ts';
import { oddUsage } from '../odd/usage.ts';
import type { Stage } from '../stage.ts';
import { exchange, type WireAnswer } from '../wire.ts';
import { type Dialect, dialects } from '../wire-answers.ts';

const odd: readonly Odd[] = [...oddBodies, ...oddHeads, ...compressed, ...oddRefusals, ...oddUsage, ...oddStreams];

interface OddSlot {
  readonly model: string;
  readonly dialect: Dialect;
  readonly isRescued: boolean;
}

interface OddCase extends OddSlot {
  readonly odd: Odd;
  readonly stream: boolean;
  readonly doorName: string;
}

/** Each dialect as its own clients ask, and OpenAI-shaped hosts as all clients do. */
const ways: readonly (readonly [door: string, dialect: Dialect, stream: boolean])[] = [
  ['chat', 'chat', false],
  ['chat, stream', 'chat', true],
  ['responses', 'messages', false],
  ['messages', 'messages', false],
  ['messages, stream', 'messages', true],
  ['messages', 'chat', false],
  ['messages, stream', 'chat', true],
  ['gemini', 'gemini', false],
  ['gemini, stream', 'gemini', true],
  ['gemini, stream', 'chat', true],
  ['chat, stream', 'messages', true],
  ['chat, stream', 'gemini', true],
];

const all: readonly OddCase[] = ways
  .flatMap(([doorName, dialect, stream]) =>
    odd
      .filter(({ only }) => only === undefined || (only === 'stream') === stream)
      .map((one) => ({ odd: one, doorName, dialect, stream, isRescued: one.isRescued === true, model: '' })),
  )
  .map((one, index) => ({ ...one, model: `odd-${index}` }));

/** Models of which each has a channel of its own, so that what one case does to its channel is no matter to the next. */
export const oddSlots: readonly OddSlot[] = all;

/** Answers that no host should give, by hosts of every dialect, to clients of every dialect. */
export const upstreamAnswers: CaseClass = { name: 'upstream answers', isQuick: false, cases: () => all.map(toCase) };

function toCase({ odd, doorName, dialect, model, isRescued, stream }: OddCase): Case {
  const door = doors.find(({ name }) => name === doorName) as Door;
  const isOwn = doorName.startsWith(dialect);
  return {
    row: odd.row,
    door: isOwn ? doorName : `${doorName} → ${dialect}`,
    shape: door.shape,
    // Google's clients know 500 for what is wrong behind us.
    expected: door.shape === 'gemini' ? [...odd.expected, ...(odd.expected.includes(502) ? [500] : [])] : odd.expected,
    // What does not know an address is asked at another one.
    upstreamCalls: isRescued || odd.row.startsWith('status 404') ? 2 : 1,
    send: (stage) => {
      stage.odd.answer(model, odd.answer(dialect, stream));
      return exchange(stage.relayUrl, [ask(door, { key: stage.served.key, model })], { patience: 20_000 });
    },
    fault: async (answer, stage) => odd.fault?.(answer, stage) ?? chargeFault(odd, answer, stage, dialect),
  };
}

/** What is wrong with the charge; it is in the journal soon after the answer. */
async function chargeFault(
  { charged }: Odd,
  { headers }: WireAnswer,
  { plant }: Stage,
  dialect: Dialect,
): Promise<string | undefined> {
  const id = headers.get('x-oneapi-request-id') ?? '';
  if (charged === 'anything') return undefined;
  const { cost } = dialects[dialect];
  let charge = 0;
  for (let turn = 0; turn < (charged === 'nothing' ? 6 : 60); turn++) {
    await sleep(50);
    const row = await plant.db
      .selectFrom('journal')
      .select('amount')
      .where('reference', '=', id)
      .where('kind', '=', 'consume')
      .executeTakeFirst();
    charge = -(row?.amount ?? 0);
    if (charge > 0) break;
  }
  if (charged === 'nothing') return charge === 0 ? undefined : `charged ${charge} for nothing`;
  if (charged === 'reported') return charge === cost ? undefined : `charged ${charge}, reported were ${cost}`;
  return charge > 0 && charge < 5_000 ? undefined : `charged ${charge}`;
}
