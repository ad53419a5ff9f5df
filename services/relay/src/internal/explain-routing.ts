import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Relay } from '../context.ts';
import { badRequest, refuse } from '../errors.ts';
import type { Operation } from '../ingress/operation.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import type { Candidate, Route } from '../routing/candidates.ts';

const Question = Type.Object({
  group: Type.String({ maxLength: 64 }),
  model: Type.String({ minLength: 1, maxLength: 256 }),
  operation: Type.String({ maxLength: 40 }),
});
type Question = Static<typeof Question>;
const question = Compile(Question);

interface Explained {
  readonly channelId: number;
  readonly name: string;
  readonly weight: number;
  /** Part of its tier's requests, 0 to 1. */
  readonly share: number;
}

interface Explanation {
  /** By falling priority; the first one serves. A later one steps in when those before it have failed. */
  readonly tiers: readonly (readonly Explained[])[];
  readonly excluded: readonly { readonly channelId: number; readonly name: string; readonly reason: string }[];
}

/** POST /internal/routing/explain: which channels would serve a model to a group now, and why others would not. */
export function explainRoutingRoute(app: FastifyInstance, relay: Relay): void {
  app.post('/routing/explain', async (request): Promise<Explanation> => {
    const body = (request.body as RequestBody).parse();
    if (!question.Check(body)) throw badRequest('Send {group, model, operation}.');
    const snapshot = relay.snapshots.current;
    if (!snapshot) throw refuse('unavailable', 'the configuration is being read');
    return explain(relay, snapshot.route(body.group, body.model) ?? { tiers: [] }, body);
  });
}

async function explain(relay: Relay, route: Route, asked: Question): Promise<Explanation> {
  const nowMs = Date.now();
  const excluded: Explanation['excluded'][number][] = [];
  const exclude = (channelId: number, name: string, reason: string) => excluded.push({ channelId, name, reason });
  const open = route.tiers.map((tier) =>
    tier.candidates.filter((candidate) => {
      const reason = whyNot(candidate, asked, nowMs);
      if (reason !== undefined) exclude(candidate.channel.id, candidate.channel.name, reason);
      return reason === undefined;
    }),
  );
  const routed = new Set(route.tiers.flatMap(({ candidates }) => candidates.map(({ channel }) => channel.id)));
  const others = await relay.db
    .selectFrom('channels')
    .select(['id', 'name', 'status', 'status_reason', 'groups', 'key_mode'])
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('channel_keys')
            .select('channel_keys.id')
            .whereRef('channel_id', '=', 'channels.id')
            .where('channel_keys.status', '=', 1),
        )
        .as('has_key'),
    )
    .where((on) => on(on.val(asked.model), '=', on.fn.any('models')))
    .orderBy('id')
    .execute();
  for (const { id, name, status, status_reason: why, groups, key_mode: keyMode, has_key: hasKey } of others) {
    if (routed.has(id)) continue;
    const off = whyOff(status, why);
    if (off !== undefined) exclude(id, name, off);
    else if (!groups.includes(asked.group)) exclude(id, name, `It does not serve the group ${asked.group}.`);
    else if (relay.snapshots.current?.channels.has(id)) {
      exclude(id, name, 'Its abilities are missing. Fix the database consistency.');
    } else if (keyMode !== 'single' && !hasKey) exclude(id, name, 'None of its keys can be used.');
    else exclude(id, name, 'The relay cannot use it, or has not heard of it yet.');
  }
  return { tiers: open.filter((tier) => tier.length > 0).map(withShares), excluded };
}

function whyOff(status: number, why: string): string | undefined {
  if (status === 2) return 'An administrator has switched it off.';
  if (status !== 3) return undefined;
  return why ? `The system has switched it off: ${why}` : 'The system has switched it off.';
}

/** Why a channel that has the model for the group would be passed over. */
function whyNot({ channel, health, keys }: Candidate, asked: Question, nowMs: number): string | undefined {
  const facts = { model: channel.upstreamModel(asked.model), dialect: 'openai-chat', hasTools: false };
  if (!channel.endpoint(asked.operation as Operation, facts)) return `It has no address for ${asked.operation}.`;
  const openUntil = health.openUntil(nowMs);
  if (openUntil !== undefined) return `Its breaker is open until ${new Date(openUntil).toISOString()}.`;
  if (!health.mayBeAsked(nowMs)) return 'Its breaker is half open: a single request tries it now.';
  if (keys?.ring.allRest(nowMs)) return 'All its keys rest after refusals.';
  return undefined;
}

function withShares(tier: readonly Candidate[]): Explained[] {
  const sum = tier.reduce((total, { weight }) => total + weight, 0);
  return tier.map(({ channel, weight }) => ({
    channelId: channel.id,
    name: channel.name,
    weight,
    share: sum === 0 ? 1 / tier.length : weight / sum,
  }));
}
