import { LRUCache } from 'lru-cache';
import type { Plan } from '../egress/exchange.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { RequestBody } from '../ingress/request-body.ts';
import type { Account, Route } from './candidates.ts';

const kept = 100_000;
const keptMs = 3_600_000;

/**
 * Which account a conversation went to last: prompts are cached per account, and newer models bind their reasoning to
 * it. Only clients that name their conversations have them; all others are spread by weight.
 */
export class Affinity {
  readonly #accounts = new LRUCache<string, Account>({ max: kept, ttl: keptMs });

  /** Where a request should go, and who must hear where it went. Nothing for those that have no choice or no name. */
  of(route: Route, tokenId: number, { model, body }: RelayRequest): Pick<Plan, 'preferred' | 'served'> {
    const conversation = hasChoice(route) ? conversationOf(tokenId, model, body) : undefined;
    if (conversation === undefined) return {};
    return {
      preferred: this.#accounts.get(conversation),
      served: ({ id, key }) => void this.#accounts.set(conversation, { channelId: id, keyId: key?.id }),
    };
  }
}

function hasChoice({ tiers: [first] }: Route): boolean {
  return first !== undefined && (first.size > 1 || first.at(0).keys !== undefined);
}

/** How clients name a conversation: a cache key (OpenAI, Codex) or the user of a session (Claude Code). */
export function conversationOf(tokenId: number, model: string, body: RequestBody): string | undefined {
  const name = body.text('prompt_cache_key') ?? userOf(body);
  return name === undefined || name.length > 1_024 ? undefined : `${tokenId} ${model} ${name}`;
}

function userOf(body: RequestBody): string | undefined {
  const text = body.lengthOf('metadata') <= 2_048 ? body.text('metadata') : undefined;
  return /"user_id"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text ?? '')?.[1];
}
