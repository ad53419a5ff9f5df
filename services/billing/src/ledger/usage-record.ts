import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7TimeMs } from '@switchyard/crypto';
import { listQuota } from './list-quota.ts';
import { present } from './present.ts';
import { type PriceView, priceView } from './price-view.ts';

/** What the books keep of one request. Two records of the same request merge into one: see `merge`. */
export interface UsageRecord {
  readonly id: string;
  /** Start of the request: the time of its journal and log rows. */
  readonly timeMs: number;
  readonly userId: number;
  readonly username: string;
  readonly tokenId: number;
  readonly tokenName: string;
  readonly stream: boolean;
  readonly ip: string;
  readonly charged: Charged;
  readonly course: Course;
}

/** What was charged, and for what. */
export interface Charged {
  readonly quota: number;
  readonly group: string;
  readonly model: string;
  readonly channelId: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly details: ChargeDetails;
}

/** How the request went. */
export interface Course {
  readonly status: number;
  readonly durationMs: number;
  readonly firstByteMs: number;
  readonly details: CourseDetails;
}

/** Keys of usage_log.other as the product's screens read them; with the tokens they explain the charge. */
export interface ChargeDetails extends Partial<PriceView> {
  readonly cache_tokens: number;
  readonly cache_write_tokens: number;
  readonly cache_write_1h_tokens?: number;
  readonly reasoning_tokens?: number;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly image_input?: number;
  readonly image_output?: number;
  readonly size?: string;
  readonly quality?: string;
  readonly service_tier?: string;
  /** Calls of tools that the provider ran, by name. */
  readonly tool_calls?: Readonly<Record<string, number>>;
  readonly counted: UsageEvent['counted'];
  readonly is_model_mapped?: true;
  /** What the request had cost at group ratio 1, where that is not the charge. */
  readonly list_quota?: number;
  readonly upstream_model_name?: string;
}

export interface CourseDetails {
  readonly ended: UsageEvent['ended'];
  readonly error?: string;
  readonly frt: number;
  /** For administrators only: the console removes it for everybody else. */
  readonly admin_info: { readonly use_channel: readonly number[]; readonly tries: UsageEvent['tries'] };
}

export function recordOf(event: UsageEvent): UsageRecord {
  return {
    id: event.id,
    timeMs: uuidv7TimeMs(event.id),
    userId: event.userId,
    username: event.username,
    tokenId: event.tokenId,
    tokenName: event.tokenName,
    stream: event.stream,
    ip: event.ip,
    charged: {
      quota: event.charge,
      group: event.group,
      model: event.model,
      channelId: event.channelId,
      promptTokens: event.tokens.prompt,
      completionTokens: event.tokens.completion,
      details: chargeDetails(event),
    },
    course: {
      status: event.status,
      durationMs: event.durationMs,
      firstByteMs: event.firstByteMs,
      details: {
        ended: event.final ? event.ended : 'running',
        ...(event.error === undefined ? {} : { error: event.error }),
        frt: event.firstByteMs,
        admin_info: { use_channel: event.tries.map(({ channelId }) => channelId), tries: event.tries },
      },
    },
  };
}

/**
 * The greatest charge stands, and the word of a finished request on how it went; at equal charge a finished one
 * replaces a running one. Order and repetition of the events make no difference.
 */
export function merge(known: UsageRecord, next: UsageRecord): UsageRecord {
  const finishes = isRunning(known) && !isRunning(next);
  const raises = next.charged.quota > known.charged.quota;
  const equal = next.charged.quota === known.charged.quota;
  const charged = raises || (equal && finishes) ? next.charged : known.charged;
  const course = finishes || (raises && isRunning(known) === isRunning(next)) ? next.course : known.course;
  return charged === known.charged && course === known.course ? known : { ...known, charged, course };
}

export function listQuotaOf({ quota, details }: Charged): number {
  return details.list_quota ?? quota;
}

export function isRunning(record: UsageRecord): boolean {
  return record.course.details.ended === 'running';
}

function chargeDetails({ charge, tokens, receipt, counted, model, upstreamModel }: UsageEvent): ChargeDetails {
  const list = listQuota(charge, receipt, tokens);
  return {
    ...present('calls', tokens.calls),
    ...present('seconds', tokens.seconds),
    ...present('characters', tokens.characters),
    ...(receipt && priceView(receipt)),
    cache_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    ...present('cache_write_1h_tokens', tokens.cacheWrite1h),
    ...present('reasoning_tokens', tokens.reasoning),
    ...present('audio_input', tokens.audioInput),
    ...present('audio_output', tokens.audioOutput),
    ...present('image_input', tokens.imageInput),
    ...present('image_output', tokens.imageOutput),
    ...present('size', tokens.size),
    ...present('quality', tokens.quality),
    ...present('service_tier', tokens.serviceTier),
    ...present('tool_calls', tokens.toolCalls),
    counted,
    ...(list === charge ? {} : { list_quota: list }),
    ...(upstreamModel !== undefined && upstreamModel !== model
      ? { is_model_mapped: true, upstream_model_name: upstreamModel }
      : {}),
  };
}
