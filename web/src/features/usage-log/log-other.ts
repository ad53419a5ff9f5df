/** One upstream asked for a request; status 0 when none answered. */
export interface ChannelTry {
  readonly channelId: number;
  readonly status: number;
  readonly durationMs: number;
}

/** The JSON beside a log row: every factor of the charge, and how the request went. */
export interface LogOther {
  /** Prices in USD as applied, decimal texts; tokens per million. */
  readonly card?: Readonly<Record<string, string>>;
  readonly calls?: number;
  readonly seconds?: number;
  readonly characters?: number;
  /** Size and quality as asked for, and what they multiply a fixed price by. */
  readonly size?: string;
  readonly quality?: string;
  readonly size_ratio?: string;
  readonly quality_ratio?: string;
  /** Tier of service that was charged, and what it multiplies any price by. */
  readonly service_tier?: string;
  readonly service_tier_ratio?: string;
  /** Calls of the provider's own tools, and USD per 1,000 of them. */
  readonly tool_calls?: Readonly<Record<string, number>>;
  readonly tool_fees?: Readonly<Record<string, string>>;
  readonly group_ratio?: number;
  readonly model_ratio?: number;
  readonly completion_ratio?: number;
  readonly cache_ratio?: number;
  readonly model_price?: number;
  readonly cache_tokens?: number;
  readonly cache_write_tokens?: number;
  readonly cache_write_1h_tokens?: number;
  readonly reasoning_tokens?: number;
  readonly audio_input?: number;
  readonly audio_output?: number;
  readonly image_input?: number;
  readonly image_output?: number;
  /** Who counted the tokens. */
  readonly counted?: 'upstream' | 'local' | 'none';
  readonly ended?:
    | 'done'
    | 'length'
    | 'filtered'
    | 'client_gone'
    | 'upstream_failed'
    | 'timed_out'
    | 'interrupted'
    | 'running';
  readonly error?: string;
  /** First byte, milliseconds. */
  readonly frt?: number;
  readonly upstream_model_name?: string;
  readonly group?: string;
  /** Administrators only. */
  readonly admin_info?: { readonly use_channel?: readonly number[]; readonly tries?: readonly ChannelTry[] };
}

/** Reads a row's `other`; what cannot be read explains nothing. */
export function parseOther(text: string): LogOther {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as LogOther) : {};
  } catch {
    return {};
  }
}

export interface Lasting {
  /** Until the first byte; undefined when none came, or all came at once. */
  readonly firstMs: number | undefined;
  readonly wholeMs: number;
  /** Of the answer, between its first and its last byte. */
  readonly tokensPerSecond: number | undefined;
}

/** Shorter streams say nothing about speed. */
const leastStreamMs = 200;

/** How long a request took, and how fast its answer was written. */
export function lastingOf(
  row: { readonly use_time: number; readonly completion_tokens: number; readonly is_stream: boolean },
  { frt = 0 }: LogOther,
): Lasting {
  const wholeMs = Math.round(row.use_time * 1000);
  const firstMs = frt > 0 && frt <= wholeMs ? frt : undefined;
  const streamMs = wholeMs - (firstMs ?? wholeMs);
  const isTelling = row.is_stream && row.completion_tokens > 0 && streamMs >= leastStreamMs;
  return { firstMs, wholeMs, tokensPerSecond: isTelling ? (row.completion_tokens / streamMs) * 1000 : undefined };
}
