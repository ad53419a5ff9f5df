import type { UsageTokens } from '@switchyard/contracts';
import type { FastifyRequest } from 'fastify';
import type { ClientDialect } from '../dialects/dialect.ts';
import type { StreamFramer } from '../egress/framing/framing.ts';
import { badRequest } from '../errors.ts';
import type { Operation } from './operation.ts';
import type { RequestBody } from './request-body.ts';
import type { AskedTier } from './service-tier.ts';

/** The few things the relay needs to know of a request; everything else travels in `body` untouched. */
export interface RelayRequest {
  readonly operation: Operation;
  /** How the client speaks: of refusals always, of the call itself when it is a chat. */
  readonly dialect: ClientDialect;
  readonly body: RequestBody;
  readonly model: string;
  readonly stream: boolean;
  /** The client asked for usage in a stream itself. */
  readonly wantsUsage: boolean;
  /** Most tokens of one answer, when the client says. */
  readonly maxTokens: number | undefined;
  /** Answers asked for. */
  readonly choices: number;
  /** What else the price may depend on, as far as the request tells; an answer that tells better wins. */
  readonly asked?: Asked;
  /** Tiers of service that it asks for, before it is known which of them has a price. */
  readonly tiers?: readonly AskedTier[] | undefined;
  /** The member that asks for the tier in `asked`. */
  readonly tierMember?: string;
  /** Members that no upstream is told of. */
  readonly dropped?: readonly DroppedMember[] | undefined;
  /** For a client that reads a stream otherwise than as events. */
  framer?(): StreamFramer;
  /** Turns OpenAI's answer to an operation other than chat into the one that the client expects. */
  writeAnswer?(payload: unknown): unknown;
}

/** A member of the client's, and why it goes no further, in words for the client. */
export interface DroppedMember {
  readonly member: string;
  readonly reason: string;
}

export interface Asked
  extends Pick<UsageTokens, 'calls' | 'seconds' | 'characters' | 'size' | 'quality' | 'serviceTier'> {
  /** `characters` of the host that counts most: held for. */
  readonly mostCharacters?: number;
  /** Of what is no text; they stand in for those that the upstream does not tell. */
  readonly tokens?: Partial<Pick<UsageTokens, 'prompt' | 'completion' | 'audioInput' | 'audioOutput'>>;
}

/** All members that an upstream may be told of. Costs a parse. */
export function toldMembers({ body, dropped = [] }: Pick<RelayRequest, 'body' | 'dropped'>): Record<string, unknown> {
  const members = body.parse();
  for (const { member } of dropped) delete members[member];
  return members;
}

/** The body of a request. Throws a GatewayError (400) when there is none. */
export function bodyOf(request: FastifyRequest): RequestBody {
  if (!request.body) throw badRequest('The request has no body. Send JSON with its Content-Type.');
  return request.body as RequestBody;
}

const maxTokensLimit = 2 ** 30;
const choicesLimit = 128;

/** The model that a client names. Throws a GatewayError (400) for a name that cannot be one. */
export function readModel(model: unknown): string {
  if (typeof model !== 'string' || model === '') throw badRequest('Name the model in the field model.', 'model');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (model.length > 256 || /[\u0000-\u001f\u007f]|\.\.\//.test(model))
    throw badRequest('The model name is not valid.', 'model');
  return model;
}

/** Lists are read and written anew at a stretch: one of more elements would keep everybody else waiting. */
const mostElements = 50_000;
/** Of what is shorter only lists of numbers have so many elements, and those are cheap. */
const leastCountedBytes = 262_144;

/**
 * The member that a request is about must be there, be of a kind that `starts` names ('[' array, '"' text, '{' object), and have a
 * bounded number of elements.
 */
export function requireInput(body: RequestBody, key: string, starts: string, expected: string): void {
  const start = body.startOf(key);
  if (start === '' || !starts.includes(start)) throw badRequest(`${key} must be ${expected}.`, key);
  if (isEmptyList(body, key)) throw badRequest(`${key} must not be empty.`, key);
  if (body.lengthOf(key) > leastCountedBytes && body.hasMoreElements(key, mostElements))
    throw badRequest(`${key} must have at most ${mostElements} elements.`, key);
}

export function isEmptyList(body: RequestBody, key: string): boolean {
  return body.startOf(key) === '[' && body.lengthOf(key) < 64 && /^\[\s*\]$/.test(body.text(key) as string);
}

export function readBoolean(body: RequestBody, key: string): boolean {
  const value = body.read(key);
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw badRequest(`${key} must be true or false.`, key);
  return value;
}

/** Most tokens of an answer under any of these names; of several the greatest, since a host may know only that one. */
export function readMaxTokens(body: RequestBody, ...keys: readonly string[]): number | undefined {
  let most: number | undefined;
  for (const key of keys) {
    const value = readCount(body, key, maxTokensLimit);
    if (value !== undefined && value > (most ?? 0)) most = value;
  }
  return most;
}

export function readChoices(body: RequestBody, key: string): number {
  return readCount(body, key, choicesLimit) ?? 1;
}

function readCount(body: RequestBody, key: string, limit: number): number | undefined {
  const value = body.read(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > limit) {
    throw badRequest(`${key} must be a whole number from 1 to ${limit}.`, key);
  }
  return value;
}
