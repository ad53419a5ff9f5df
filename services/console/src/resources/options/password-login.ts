import type { Schema } from '@switchyard/db';
import type { Kysely } from 'kysely';
import type { Features } from '../../auth/features.ts';
import { providerNames } from '../../auth/identities/providers/index.ts';
import { rootRole } from '../../auth/roles.ts';

/** Whether a root account can sign in without a password: through an identity whose provider is on and set up, or a passkey. */
export async function rootSignsInWithoutPassword(db: Kysely<Schema>, enabled: Features): Promise<boolean> {
  const providers = providerNames.filter((name) => enabled[name]);
  const root = await db
    .selectFrom('users')
    .select('id')
    .where('role', '>=', rootRole)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((on) =>
      on.or([
        on.exists(
          on
            .selectFrom('identities')
            .select('provider')
            .whereRef('identities.user_id', '=', 'users.id')
            .where('provider', 'in', [...providers, '']),
        ),
        ...(enabled.passkeys
          ? [on.exists(on.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id'))]
          : []),
      ]),
    )
    .executeTakeFirst();
  return root !== undefined;
}
