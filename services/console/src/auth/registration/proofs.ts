import { createHash } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import type { Kysely, Transaction } from 'kysely';
import { canonicalAddress } from '../mail/email-address.ts';

/** Something that only one person has, and that every account can show only once: see `areKnown`. */
export type Proof = Buffer;

/** A mail box, in any spelling. */
export function mailProof(address: string): Proof {
  return proofOf(`mail ${canonicalAddress(address)}`);
}

export function identityProof(provider: string, subject: string): Proof {
  return proofOf(`${provider} ${subject}`);
}

/** Whether an account has shown one of them before, also one that was deleted or has given it up. */
export async function areKnown(db: Kysely<Schema>, proofs: readonly Proof[]): Promise<boolean> {
  if (proofs.length === 0) return false;
  const found = await db.selectFrom('proofs').select('user_id').where('proof_hash', 'in', proofs).executeTakeFirst();
  return found !== undefined;
}

/** Notes what a user has shown. It stays with whoever showed it first. */
export async function noteProofs(trx: Transaction<Schema>, userId: number, proofs: readonly Proof[]): Promise<void> {
  if (proofs.length === 0) return;
  await trx
    .insertInto('proofs')
    .values(proofs.map((proof) => ({ proof_hash: proof, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function proofOf(text: string): Proof {
  return createHash('sha256').update(text).digest();
}
