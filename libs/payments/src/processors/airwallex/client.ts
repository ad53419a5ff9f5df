import { hash } from 'node:crypto';
import { type CidrList, fetchStatusAndJson } from '@switchyard/http';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Login } from './schema.ts';

export interface AirwallexAccount {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly allow: CidrList;
}

/** Airwallex' no to a request. */
export class AirwallexRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { code = '', message = '' }: Static<typeof Failure>) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Token {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const Failure = Type.Object({ code: Type.Optional(Type.String()), message: Type.Optional(Type.String()) });

/** A token is not used in its last minutes, so that it lasts for the call that takes it. */
const reserveMs = 3 * 60_000;
/** By account and key, for everybody in this process: tokens live for half an hour, settings are read more often. */
const tokens = new Map<string, Promise<Token>>();

/**
 * One call with a token; a refused token is replaced once. Rejects with AirwallexRefusal, or when there is no answer that can be
 * read.
 */
export async function callAirwallex<Schema extends TSchema>(
  account: AirwallexAccount,
  path: string,
  schema: Schema,
  content?: object,
): Promise<Static<Schema>> {
  const token = await tokenOf(account);
  const first = await send(account, path, token, content);
  const { status, answer } =
    first.status === 401 ? await send(account, path, await tokenOf(account, token), content) : first;
  if (status >= 400 && status < 500) {
    throw new AirwallexRefusal(status, Value.Check(Failure, answer) ? answer : {});
  }
  if (status >= 300 || !Value.Check(schema, answer)) throw new Error(`airwallex answered with status ${status}`);
  return answer;
}

function send({ baseUrl, allow }: AirwallexAccount, path: string, token: Token, content?: object) {
  const headers = { authorization: `Bearer ${token.text}`, 'content-type': 'application/json' };
  const call = content ? ({ method: 'POST', body: JSON.stringify(content) } as const) : {};
  return fetchStatusAndJson(`${baseUrl}${path}`, { allow, headers, ...call });
}

/** A token that is valid and is not the one that was `refused`. Callers that come while a login is under way share it. */
async function tokenOf(account: AirwallexAccount, refused?: Token): Promise<Token> {
  const place = `${account.baseUrl} ${account.clientId} ${hash('sha256', account.apiKey)}`;
  const known = tokens.get(place);
  const token = await known;
  if (token && token !== refused && token.until > Date.now()) return token;
  // Somebody else may have begun while we waited.
  const next = tokens.get(place) === known ? undefined : tokens.get(place);
  if (next) return next;
  const begun = login(account);
  tokens.set(place, begun);
  begun.catch(() => tokens.delete(place));
  return begun;
}

async function login({ baseUrl, clientId, apiKey, allow }: AirwallexAccount): Promise<Token> {
  const { status, answer } = await fetchStatusAndJson(`${baseUrl}/api/v1/authentication/login`, {
    allow,
    method: 'POST',
    headers: { 'x-client-id': clientId, 'x-api-key': apiKey },
  });
  if (status === 401 || status === 403) throw new AirwallexRefusal(status, { message: 'the login was refused' });
  if (status >= 300 || !Value.Check(Login, answer)) throw new Error(`airwallex answered a login with status ${status}`);
  return { text: answer.token, until: Date.parse(answer.expires_at) - reserveMs };
}
