import type { Frame } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { awsEventStream } from '../../egress/framing/aws-event-stream.ts';
import type { FrameDecoder, Framing } from '../../egress/framing/framing.ts';

/** Anthropic's events inside AWS's: each frame holds one as base64. */
export const invokeStream: Framing = {
  mediaTypes: awsEventStream.mediaTypes,
  decoder: () => new InvokeDecoder(),
};

const metrics = 'amazon-bedrock-invocationMetrics';
/** Bedrock's exceptions as types of Anthropic's errors; the rest is api_error. */
const errorTypes: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  modelTimeoutException: 'timeout_error',
  serviceUnavailableException: 'overloaded_error',
};
const leadingType = /^\{\s*"type"\s*:\s*"([a-z_]+)"/;

class InvokeDecoder implements FrameDecoder {
  readonly #frames = awsEventStream.decoder();
  #sawUsage = false;

  push(chunk: Buffer): Frame[] {
    return this.#frames.push(chunk).flatMap((frame) => this.#unwrap(frame));
  }

  end(): Frame[] {
    return this.#frames.end().flatMap((frame) => this.#unwrap(frame));
  }

  #unwrap({ event, data }: Frame): Frame[] {
    const payload: unknown = JSON.parse(data);
    if (!isObject(payload)) return [];
    if (typeof payload.__type === 'string') return [writeError(payload.__type, payload.message)];
    if (event !== 'chunk' || typeof payload.bytes !== 'string') return [];
    const inner = Buffer.from(payload.bytes, 'base64').toString('utf8');
    if (inner.includes(metrics)) return [this.#withoutMetrics(inner)];
    const type = leadingType.exec(inner)?.[1] ?? asText((JSON.parse(inner) as { type?: unknown }).type);
    if (type === 'message_start' || type === 'message_delta') this.#sawUsage ||= inner.includes('_tokens"');
    return [{ event: type, data: inner }];
  }

  /** The last event tells the account's figures as well; they stand in for usage that did not come. */
  #withoutMetrics(inner: string): Frame {
    const { [metrics]: figures, ...event } = JSON.parse(inner) as Record<string, unknown>;
    const usage = this.#sawUsage || !isObject(figures) ? {} : { usage: toUsage(figures) };
    return { event: asText(event.type), data: JSON.stringify({ ...event, ...usage }) };
  }
}

function toUsage(figures: Record<string, unknown>) {
  return {
    input_tokens: figures.inputTokenCount,
    cache_read_input_tokens: figures.cacheReadInputTokenCount,
    cache_creation_input_tokens: figures.cacheWriteInputTokenCount,
    output_tokens: figures.outputTokenCount,
  };
}

function writeError(exception: string, message: unknown): Frame {
  const error = { type: errorTypes[exception] ?? 'api_error', message: asText(message) };
  return { event: 'error', data: JSON.stringify({ type: 'error', error }) };
}
