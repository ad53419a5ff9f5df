import type { Tracing } from '@switchyard/telemetry';
import type { Account, Outcome } from '../metering/meter.ts';
import type { MadeTry } from '../routing/made-try.ts';
import { operationName } from './operation-name.ts';
import { classOf, errorTypeOf, outcomeClasses } from './outcome-class.ts';

/** Tells traces of requests: one span for each, one below it for each call to a channel. No text of anybody is in them, and no key. */
export class RequestTraces {
  readonly #tracing: Tracing;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** The traceparent under which what follows from the request is told; undefined when it is not sampled. */
  settled(account: Account, outcome: Outcome, charge: number): string | undefined {
    const { requestId, startedAt, model, stream, dialect } = account;
    const { tokens, status, firstByteMs, providerName } = outcome;
    const operation = operationName(account.operation);
    const outcomeClass = classOf(outcome);
    const traceparent = this.#tracing.record(
      {
        name: `${operation} ${model}`,
        kind: 'server',
        startedAt,
        endedAt: Date.now(),
        attributes: {
          'gen_ai.operation.name': operation,
          'gen_ai.provider.name': providerName,
          'gen_ai.request.model': model,
          'gen_ai.usage.input_tokens': tokens.prompt,
          'gen_ai.usage.output_tokens': tokens.completion,
          'gen_ai.usage.cache_read.input_tokens': tokens.cacheRead,
          'gen_ai.usage.cache_creation.input_tokens': tokens.cacheWrite,
          'http.response.status_code': status,
          'switchyard.request.id': requestId,
          'switchyard.dialect': dialect,
          'switchyard.stream': stream,
          'switchyard.outcome': outcomeClasses[outcomeClass],
          'switchyard.first_byte_ms': firstByteMs,
          'switchyard.charged_quota': charge,
        },
        errorType: errorTypeOf(outcomeClass) || undefined,
      },
      account.traceparent,
    );
    if (traceparent !== undefined) for (const made of outcome.tries) this.#record(made, account, traceparent);
    return traceparent;
  }

  #record(made: MadeTry, account: Account, parent: string): void {
    const { channelId, providerName, status, durationMs, startedAt } = made;
    const operation = operationName(account.operation);
    this.#tracing.record(
      {
        name: `${operation} ${account.model}`,
        kind: 'client',
        startedAt,
        endedAt: startedAt + durationMs,
        attributes: {
          'gen_ai.operation.name': operation,
          'gen_ai.provider.name': providerName,
          'gen_ai.request.model': account.model,
          'http.response.status_code': status === 0 ? undefined : status,
          'switchyard.channel.id': channelId,
        },
        errorType: status === 0 ? 'no_answer' : status >= 400 ? String(status) : undefined,
      },
      parent,
    );
  }
}
