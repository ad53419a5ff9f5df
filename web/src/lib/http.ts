import { readUser } from './session.ts';
import { readSessionEcho } from './session-echo.ts';
import { stepUp } from './step-up.ts';

/** A call the server refused or that never arrived. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(message: string, status: number, requestId: string | undefined) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.requestId = requestId;
  }
}

/** Every answer of the console. Some calls put a field of their own beside `data`. */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly message: string;
  readonly data: Data;
  readonly time?: number;
  readonly balance?: number;
  readonly model?: string;
  readonly reply?: string;
}

type Answer<Data> = Envelope<Data> & { readonly requestId: string | undefined };

export interface Page<Item> {
  readonly items: Item[];
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let signedOut: () => void = () => undefined;

/** Names what happens when the server no longer knows the session (401). */
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

let refused: () => Promise<void> = async () => undefined;

/** Names what must be ready before a refusal is told, such as its words in the reader's language. */
export function onRefused(listener: () => Promise<void>): void {
  refused = listener;
}

function headers(hasBody: boolean): Headers {
  const result = new Headers({ accept: 'application/json', 'cache-control': 'no-store' });
  if (hasBody) result.set('content-type', 'application/json');
  const user = readUser();
  if (user !== undefined) result.set('New-Api-User', String(user.id));
  const bearer = readSessionEcho();
  if (bearer !== undefined) result.set('authorization', `Bearer ${bearer}`);
  return result;
}

async function readEnvelope<Data>(response: Response): Promise<Envelope<Data> | undefined> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null && 'success' in value ? (value as Envelope<Data>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One call; resolves with the whole envelope, also when `success` is false. Throws ApiError on HTTP failures. A call for
 * which the person must show again who they are is repeated once they have.
 */
export async function exchange<Data>(method: Method, path: string, body?: unknown): Promise<Answer<Data>> {
  const { needsStepUp, answer } = await attempt<Data>(method, path, body);
  if (!needsStepUp || !(await stepUp())) return answer;
  return (await attempt<Data>(method, path, body)).answer;
}

async function attempt<Data>(method: Method, path: string, body: unknown) {
  const init: RequestInit = { method, headers: headers(body !== undefined), credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    throw new ApiError(cause instanceof Error ? cause.message : String(cause), 0, undefined);
  }
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? undefined;
  const envelope = await readEnvelope<Data>(response);
  if (response.status === 401) signedOut();
  if (envelope?.success !== true) await refused();
  if (!response.ok || envelope === undefined) {
    throw new ApiError(envelope?.message ?? '', response.status, requestId);
  }
  const needsStepUp = response.headers.get('x-recent-sign-in') === 'required';
  const answer: Answer<Data> = { ...envelope, requestId };
  return { needsStepUp, answer };
}

/** One call; resolves with `data`. Throws ApiError when refused, with the server's message. */
export async function send<Data = unknown>(method: Method, path: string, body?: unknown): Promise<Data> {
  const answer = await exchange<Data>(method, path, body);
  if (!answer.success) throw new ApiError(answer.message, 200, answer.requestId);
  return answer.data;
}

/** A call whose answer is a file, read as it comes. Throws ApiError when refused, with the server's message. */
export async function openFile(path: string, signal: AbortSignal): Promise<Response> {
  const sent = headers(false);
  sent.set('accept', '*/*');
  let response: Response;
  try {
    response = await fetch(path, { headers: sent, credentials: 'same-origin', signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError(cause instanceof Error ? cause.message : String(cause), 0, undefined);
  }
  if (response.ok && response.headers.get('content-type')?.includes('json') !== true) return response;
  const envelope = await readEnvelope(response);
  if (response.status === 401) signedOut();
  await refused();
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? undefined;
  throw new ApiError(envelope?.message ?? '', response.status, requestId);
}

/** The SWR fetcher: the key is the path. */
export function load<Data>(path: string): Promise<Data> {
  return send<Data>('GET', path);
}

/** Adds the parameters that have a value: `withQuery('/api/log/', { p: 1, group: '' })` gives `/api/log/?p=1`. */
export function withQuery(path: string, parameters: Record<string, string | number | boolean | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
