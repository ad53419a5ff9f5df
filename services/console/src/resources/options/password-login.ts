import type { Options } from '@switchyard/contracts';
import type { Schema } from '@switchyard/db';
import type { Kysely } from 'kysely';
import { rootRole } from '../../auth/roles.ts';

/** The switch of each provider of identities. */
const switches: Readonly<Record<string, keyof Options>> = {
  github: 'GitHubOAuthEnabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
  oidc: 'OIDCEnabled',
};

/** Whether a root account can sign in without a password: through an identity whose provider is on, or a passkey. */
export async function rootSignsInWithoutPassword(db: Kysely<Schema>, options: Options): Promise<boolean> {
  const providers = Object.keys(switches).filter((provider) => options[switches[provider] as keyof Options] === true);
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
        ...(options.PasskeyLoginEnabled
          ? [on.exists(on.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id'))]
          : []),
      ]),
    )
    .executeTakeFirst();
  return root !== undefined;
}
