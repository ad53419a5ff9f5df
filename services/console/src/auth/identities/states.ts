import { randomBytes } from 'node:crypto';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { hashSecret } from '../secret-hash.ts';
import type { ProviderName } from './provider.ts';

const life = sql`interval '10 minutes'`;
/** The oldest gives way: people open a page, close it and try again. */
const mostPerBrowser = 5;

/** A sign-in that was begun here and goes on at a provider. */
export interface OpenState {
  /** Of the browser's name or, where a user is bound, of the session. */
  readonly browserHash: Buffer;
  /** Whom the identity is to be bound to; absent: it signs in. */
  readonly userId?: number;
  /** Absent: the client did not say. */
  readonly provider?: ProviderName;
  /** Of PKCE. */
  readonly verifier?: string;
  /** Of who invited the visitor. */
  readonly affCode: string;
}

/** Keeps what was begun and answers the text (128 bits) that brings it back once, within 10 minutes. Sweeps expired ones. */
export async function openState(db: Database, opened: OpenState): Promise<string> {
  const state = randomBytes(16).toString('base64url');
  await db.deleteFrom('oauth_states').where(sql<boolean>`created_at < now() - ${life}`).execute();
  await db
    .insertInto('oauth_states')
    .values({
      state_hash: hashSecret(state),
      browser_hash: opened.browserHash,
      user_id: opened.userId ?? null,
      provider: opened.provider ?? null,
      verifier: opened.verifier ?? null,
      aff_code: opened.affCode,
    })
    .execute();
  const older = db
    .selectFrom('oauth_states')
    .select('state_hash')
    .where('browser_hash', '=', opened.browserHash)
    .orderBy('created_at', 'desc')
    .offset(mostPerBrowser);
  await db.deleteFrom('oauth_states').where('state_hash', 'in', older).execute();
  return state;
}

/** Takes what was begun; undefined when there is nothing, or no longer. Whoever shows the text uses it up. */
export async function takeState(db: Database, state: string): Promise<OpenState | undefined> {
  const row = await db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', hashSecret(state))
    .returning(['browser_hash', 'user_id', 'provider', 'verifier', 'aff_code'])
    .returning(sql<boolean>`created_at > now() - ${life}`.as('isLive'))
    .executeTakeFirst();
  if (!row?.isLive) return undefined;
  return {
    browserHash: row.browser_hash,
    affCode: row.aff_code,
    ...(row.user_id !== null && { userId: row.user_id }),
    ...(row.provider !== null && { provider: row.provider as ProviderName }),
    ...(row.verifier !== null && { verifier: row.verifier }),
  };
}
