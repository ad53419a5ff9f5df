import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Actor } from '../../resources/logs/write.ts';
import { features } from '../features.ts';
import { hasPassword } from '../passwords/current-password.ts';
import { rootRole } from '../roles.ts';
import { listIdentities } from './identities.ts';
import type { ProviderName } from './provider.ts';

/** True when a user could sign in without the identity, or without passkeys: by what else they have, as things are set up now. */
export async function hasOtherWayIn(
  { options: reader }: Context,
  trx: Transaction<Schema>,
  { id, role }: Actor,
  without: ProviderName | 'passkey',
): Promise<boolean> {
  const [options, secrets] = await Promise.all([reader.read(), reader.secrets()]);
  // The switch for passwords does not hold for root.
  if ((options.PasswordLoginEnabled || role >= rootRole) && (await hasPassword(trx, id))) return true;
  const enabled = features(options, secrets);
  if (without !== 'passkey' && enabled.passkeys && (await hasPasskey(trx, id))) return true;
  const identities = await listIdentities(trx, id);
  return identities.some(({ provider }) => provider !== without && enabled[provider as ProviderName]);
}

async function hasPasskey(trx: Transaction<Schema>, id: number): Promise<boolean> {
  const passkey = await trx.selectFrom('passkeys').select('id').where('user_id', '=', id).limit(1).executeTakeFirst();
  return passkey !== undefined;
}
