import type { ChatRequest, Failure, Part } from './chat.ts';
import type { Dialect } from './dialects/dialect.ts';
import { readFailure } from './dialects/failure.ts';
import { readStream } from './read-stream.ts';

/** The model was not reached, or said no. */
export class AskError extends Error {
  readonly failure: Failure;
  readonly requestId: string | undefined;

  constructor(failure: Failure, requestId?: string) {
    super(failure.message);
    this.name = 'AskError';
    this.failure = failure;
    this.requestId = requestId;
  }
}

export interface Answering {
  readonly requestId: string | undefined;
  /** Settings that this model does not know, in the gateway's words; '' for none. */
  readonly warning: string;
  readonly parts: AsyncGenerator<readonly Part[]>;
}

/** Sends a request to the gateway at this address. Throws AskError when it is refused. */
export async function ask(
  dialect: Dialect,
  request: ChatRequest,
  key: string,
  signal: AbortSignal,
): Promise<Answering> {
  const response = await send(dialect, request, key, signal);
  const requestId = response.headers.get('x-oneapi-request-id') ?? undefined;
  if (!response.ok || response.body === null) {
    throw new AskError(readFailure(response.status, await response.text()), requestId);
  }
  const warning = response.headers.get('x-switchyard-warning') ?? '';
  return { requestId, warning, parts: readStream(response.body, dialect) };
}

async function send(dialect: Dialect, request: ChatRequest, key: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(dialect.path(request.model), {
      method: 'POST',
      // The key is what counts; the console's cookies have no business there.
      credentials: 'omit',
      headers: { 'content-type': 'application/json', ...dialect.headers(key) },
      body: JSON.stringify(dialect.body(request)),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AskError({ status: 0, code: 'unreachable', message: cause instanceof Error ? cause.message : '' });
  }
}
