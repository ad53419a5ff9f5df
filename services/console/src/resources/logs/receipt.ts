import { PriceReceipt, type UsageTokens } from '@switchyard/contracts';
import type { Database } from '@switchyard/db';
import { chargeSteps, recompute } from '@switchyard/pricing';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Refusal, refuse } from '../../http/answer.ts';
import type { LogRow } from './repository.ts';
import type { Receipt } from './schema.ts';

const consumption = 2;
const count = Type.Optional(Type.Integer({ minimum: 0 }));

/** Factors of a charge as the ledger of billing writes them beside a row. */
const Factors = Type.Object({
  card: PriceReceipt.properties.card,
  group_ratio: Type.Number({ minimum: 0 }),
  calls: count,
  seconds: count,
  characters: count,
  size_ratio: PriceReceipt.properties.sizeRatio,
  quality_ratio: PriceReceipt.properties.qualityRatio,
  service_tier_ratio: PriceReceipt.properties.serviceTierRatio,
  tool_fees: PriceReceipt.properties.toolFees,
  tool_calls: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
  cache_tokens: count,
  cache_write_tokens: count,
  cache_write_1h_tokens: count,
  audio_input: count,
  audio_output: count,
  image_input: count,
  image_output: count,
});
type Factors = Static<typeof Factors>;

/**
 * How a request's charge came about, from its row alone. `ownerId` is whose requests may be seen; undefined:
 * everybody's.
 */
export async function readReceipt(
  db: Database,
  requestId: string,
  ownerId: number | undefined,
): Promise<Static<typeof Receipt> | Refusal> {
  let query = db
    .selectFrom('usage_log')
    .select(['model', 'group', 'quota', 'prompt_tokens', 'completion_tokens', 'other'])
    .where('request_id', '=', requestId)
    .where('type', '=', consumption);
  if (ownerId !== undefined) query = query.where('user_id', '=', ownerId);
  const row = await query.executeTakeFirst();
  if (!row) return refuse('This request is not in the log.');
  const { other } = row;
  if (!Value.Check(Factors, other)) return refuse('This request had no price.');
  const [receipt, usage] = [receiptOf(other), usageOf(row, other)];
  const { steps, sum } = chargeSteps(receipt, usage);
  return {
    request_id: requestId,
    model_name: row.model,
    group: row.group,
    group_ratio: receipt.groupRatio,
    tier: other.card.tier ?? '',
    steps: steps.map((step) => ({ ...step })),
    size_ratio: other.size_ratio ?? '1',
    quality_ratio: other.quality_ratio ?? '1',
    service_tier_ratio: other.service_tier_ratio ?? '1',
    sum,
    charge: recompute(receipt, usage),
    quota: row.quota,
  };
}

function receiptOf(factors: Factors): PriceReceipt {
  const { card, calls, seconds, characters, size_ratio, quality_ratio, service_tier_ratio, tool_fees } = factors;
  return {
    card,
    groupRatio: plain(factors.group_ratio),
    ...(calls === undefined ? {} : { calls }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(characters === undefined ? {} : { characters }),
    ...(size_ratio === undefined ? {} : { sizeRatio: size_ratio }),
    ...(quality_ratio === undefined ? {} : { qualityRatio: quality_ratio }),
    ...(service_tier_ratio === undefined ? {} : { serviceTierRatio: service_tier_ratio }),
    ...(tool_fees === undefined ? {} : { toolFees: tool_fees }),
  };
}

function usageOf(row: Pick<LogRow, 'prompt_tokens' | 'completion_tokens'>, factors: Factors): UsageTokens {
  const { cache_write_1h_tokens, audio_input, audio_output, image_input, image_output, tool_calls } = factors;
  return {
    prompt: row.prompt_tokens,
    completion: row.completion_tokens,
    cacheRead: factors.cache_tokens ?? 0,
    cacheWrite: factors.cache_write_tokens ?? 0,
    ...(cache_write_1h_tokens === undefined ? {} : { cacheWrite1h: cache_write_1h_tokens }),
    ...(audio_input === undefined ? {} : { audioInput: audio_input }),
    ...(audio_output === undefined ? {} : { audioOutput: audio_output }),
    ...(image_input === undefined ? {} : { imageInput: image_input }),
    ...(image_output === undefined ? {} : { imageOutput: image_output }),
    ...(tool_calls === undefined ? {} : { toolCalls: tool_calls }),
  };
}

/** A ratio without exponent: rows have it as a number. */
function plain(ratio: number): string {
  const text = String(ratio);
  return text.includes('e') ? ratio.toFixed(12).replace(/\.?0+$/, '') : text;
}
