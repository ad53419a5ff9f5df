import { type CidrList, fetchStatusAndJson } from '@switchyard/http';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { sign } from './sign.ts';

export interface CryptomusAccount {
  readonly baseUrl: string;
  readonly merchantId: string;
  /** The payment key; the payout key is another. */
  readonly apiKey: string;
  readonly allow: CidrList;
}

/** Cryptomus' no to a request. */
export class CryptomusRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const Failure = Type.Object({
  message: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
});

/** One signed POST, or a GET of what is public. Rejects with CryptomusRefusal, or when there is no answer that can be read. */
export async function callCryptomus<Schema extends TSchema>(
  { baseUrl, merchantId, apiKey, allow }: CryptomusAccount,
  path: string,
  schema: Schema,
  content?: object,
): Promise<Static<Schema>> {
  const body = JSON.stringify(content ?? {});
  const headers = { 'content-type': 'application/json', merchant: merchantId, sign: sign(body, apiKey) };
  const call = content ? ({ method: 'POST', headers, body } as const) : {};
  const { status, answer } = await fetchStatusAndJson(`${baseUrl}${path}`, { allow, ...call });
  if (status >= 400 && status < 500) throw new CryptomusRefusal(status, reasonOf(answer));
  const { result } = (answer ?? {}) as { result?: unknown };
  if (status !== 200 || !Value.Check(schema, result))
    throw new Error(`cryptomus answered ${path} with status ${status}`);
  return result;
}

function reasonOf(answer: unknown): string {
  if (!Value.Check(Failure, answer)) return '';
  return Object.values(answer.errors ?? {})[0]?.[0] ?? answer.message ?? '';
}
