import type { Options } from '@switchyard/contracts';
import { base62, randomText } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { claimAddress } from '../mail/claim-address.ts';
import { parseEmailAddress, readEmailAddress } from '../mail/email-address.ts';
import { createUser } from '../registration/create-user.ts';
import { identityProof, mailProof, type Proof } from '../registration/proofs.ts';
import type { Entrant } from '../sessions/sessions.ts';
import { findOwner, holdIdentity } from './identities.ts';
import type { Profile, Provider } from './provider.ts';

const mostDisplayCharacters = 20;

/**
 * Makes a user of somebody whom a provider vouches for. Answers them; the present owner when another call was first. The
 * user has no password, and an e-mail address only when the provider has verified it and nobody has it here.
 */
export async function registerByIdentity(
  { db, options: reader }: Context,
  { ip, id: requestId }: FastifyRequest,
  provider: Provider,
  profile: Profile,
  affCode: string,
): Promise<Entrant | Refusal> {
  const options = await reader.read();
  if (!options.RegisterEnabled) return refuse('Registration is disabled by the administrator.');
  if (profile.registrationProblem !== undefined) return refuse(profile.registrationProblem);
  const { subject, name } = profile;
  return db.transaction().execute(async (trx) => {
    await holdIdentity(trx, provider.name, subject);
    const owner = await findOwner(trx, provider.name, subject);
    if (owner !== undefined) return owner;
    const email = await freeAddress(trx, options, profile.email);
    const newcomer = {
      ...(name !== subject && { displayName: [...name].slice(0, mostDisplayCharacters).join('') }),
      ...(email !== undefined && { email }),
      vouched: proofsOf(provider, profile),
      affCode,
      ip,
      requestId,
    };
    const first = await createUser(trx, options, { ...newcomer, username: plainName(provider, subject) });
    const userId =
      first instanceof Refusal
        ? await createUser(trx, options, { ...newcomer, username: randomName(provider) })
        : first;
    if (userId instanceof Refusal) return userId;
    await trx.insertInto('identities').values({ provider: provider.name, subject, user_id: userId, name }).execute();
    return { userId, accessVersion: 0 };
  });
}

/** Registration forbids people these names. */
function plainName(provider: Provider, subject: string): string {
  return /^[0-9]{1,20}$/.test(subject) ? `${provider.name}_${subject}` : randomName(provider);
}

function randomName({ name }: Provider): string {
  return `${name}_${randomText(base62, 10).toLowerCase()}`;
}

/** The account, and the mail box that the provider has verified, also when somebody has it here: each earns once. */
function proofsOf({ name }: Provider, { subject, email = '' }: Profile): Proof[] {
  const address = parseEmailAddress(email);
  return [identityProof(name, subject), ...(address === undefined ? [] : [mailProof(address)])];
}

/** The address, when the rules for addresses allow it and nobody has it: it never leads to an account that exists. */
async function freeAddress(
  trx: Transaction<Schema>,
  options: Options,
  given: string | undefined,
): Promise<string | undefined> {
  const address = given === undefined ? undefined : readEmailAddress(options, given);
  if (address === undefined || address instanceof Refusal) return undefined;
  return (await claimAddress(trx, options, address)) ? address : undefined;
}
