import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** Calls of the console on behalf of a signed-in user. */
export interface ConsoleClient {
  readonly userId: number;
  /** Rejects with the console's own sentence when it refuses. */
  call<Schema extends TSchema>(method: string, path: string, data: Schema, body?: unknown): Promise<Static<Schema>>;
}

const SignedIn = Type.Object({ id: Type.Integer() });

export async function signIn(address: string, username: string, password: string): Promise<ConsoleClient> {
  const response = await send(address, 'POST', '/api/user/login', {}, { username, password });
  const { id } = await dataOf(response, SignedIn);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const echo = cookies.find((cookie) => cookie.startsWith('session='))?.slice('session='.length) ?? '';
  const headers = {
    cookie: cookies.join('; '),
    authorization: `Bearer ${decodeURIComponent(echo)}`,
    'new-api-user': String(id),
  };
  return {
    userId: id,
    call: async (method, path, data, body) => dataOf(await send(address, method, path, headers, body), data),
  };
}

function send(address: string, method: string, path: string, headers: Record<string, string>, body?: unknown) {
  if (body === undefined) return fetch(`${address}${path}`, { method, headers });
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(`${address}${path}`, { method, headers: json, body: JSON.stringify(body) });
}

const Envelope = Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Optional(Type.Unknown()) });

async function dataOf<Schema extends TSchema>(response: Response, schema: Schema): Promise<Static<Schema>> {
  const answer: unknown = await response.json();
  if (!Value.Check(Envelope, answer)) throw new Error(`The console answered with status ${response.status}.`);
  if (!answer.success) throw new Error(answer.message);
  return Value.Parse(schema, answer.data);
}
