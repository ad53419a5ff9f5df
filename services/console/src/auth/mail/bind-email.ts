import { queueMail } from '@switchyard/mail';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { limit } from '../../http/too-many-requests.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { mailProof, noteProofs } from '../registration/proofs.ts';
import { dropBegunSignIns, holdSession, type Session } from '../sessions/sessions.ts';
import { claimAddress } from './claim-address.ts';
import { canonicalAddress, readEmailAddress } from './email-address.ts';
import { type CodeSubject, dropEmailCode, isRightCode } from './email-code.ts';
import { addressChangedText } from './mail-texts.ts';

const triesPerWindow = 20;
const windowMs = 20 * 60_000;

/** Gives the caller's account an address that a code has proved. The owner of the one before is told. */
export async function bindEmail(
  context: Context,
  { actor, session }: { readonly actor: Actor; readonly session: Session },
  { email, code }: { readonly email: string; readonly code: string },
): Promise<null | Refusal> {
  const { db, keys, kv } = context;
  await limit(kv.limiter, `email-bind:${actor.id}`, triesPerWindow, windowMs);
  const options = await context.options.read();
  const address = readEmailAddress(options, email);
  if (address instanceof Refusal) return address;
  const subject: CodeSubject = { purpose: 'bind', owner: String(actor.id), address };
  if (!(await isRightCode(db, keys.emailCodeKey, subject, code.trim()))) {
    return refuse('The verification code is wrong or has expired. Ask for a new one.');
  }
  return db.transaction().execute(async (trx) => {
    if (!(await claimAddress(trx, options, address, actor.id))) {
      return refuse('This e-mail address is already used.');
    }
    await holdSession(trx, actor.id, session);
    const { email: before } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow();
    if (before !== null && before !== address) {
      await queueMail(trx, keys.optionKey, { to: before, ...addressChangedText(options, actor.username) });
      // A reset link that was mailed there counts for the user, and would open with the new address.
      await dropBegunSignIns(trx, actor.id);
    }
    await trx
      .updateTable('users')
      .set({ email: address, email_canonical: canonicalAddress(address) })
      .where('id', '=', actor.id)
      .execute();
    await noteProofs(trx, actor.id, [mailProof(address)]);
    await dropEmailCode(trx, keys.emailCodeKey, subject);
    await writeLog(
      trx,
      logTypes.manage,
      actor,
      before === null ? 'Bound an e-mail address' : 'Changed the e-mail address',
    );
    return null;
  });
}
