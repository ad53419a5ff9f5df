import { createHash, createHmac } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';
import { type Static, Type } from 'typebox';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { accountName } from '../account-name.ts';
import type { Profile, Provider, Setup } from '../provider.ts';

const field = Type.Optional(Type.String({ maxLength: 512 }));

/** What the login widget hands to the page; blank fields count as absent. */
export const TelegramLogin = Type.Object({
  id: Type.String({ pattern: '^[1-9][0-9]{0,19}$' }),
  first_name: field,
  last_name: field,
  username: field,
  photo_url: field,
  /** Unix seconds. */
  auth_date: Type.String({ pattern: '^[0-9]{1,12}$' }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  lang: field,
});
export type TelegramLogin = Static<typeof TelegramLogin>;

export interface TelegramConnection {
  identify(login: TelegramLogin, nowMs: number): Profile | Refusal;
}

const signedKeys = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const;
export const lifeSeconds = 300;
export const aheadSeconds = 30;

/** Telegram's login widget (https://core.telegram.org/widgets/login): who the bot's token vouches for. */
export const telegram: Provider<TelegramConnection> = {
  name: 'telegram',
  label: 'Telegram',
  connect({ secrets }: Setup) {
    return {
      identify(login, nowMs) {
        if (!isSigned(secrets.TelegramBotToken, login))
          return refuse('Telegram did not vouch for this. Please start again.');
        const ageSeconds = nowMs / 1000 - Number(login.auth_date);
        if (ageSeconds > lifeSeconds) return refuse('This Telegram sign-in is too old. Please start again.');
        if (ageSeconds < -aheadSeconds) return refuse('This Telegram sign-in has a time that is yet to come.');
        return { subject: login.id, name: accountName(login.username) || accountName(login.first_name) || login.id };
      },
    };
  },
};

/** Pages add `lang` to the call; whether Telegram has signed it depends on them, so both are tried. */
function isSigned(botToken: string, login: TelegramLogin): boolean {
  // Without a token everybody could sign: the key would be known.
  if (botToken === '') return false;
  // What is signed is lines: a value with several would be taken for other fields.
  if (Object.values(login).some((value) => value.includes('\n'))) return false;
  return [signedKeys, [...signedKeys, 'lang' as const].sort()].some((keys) =>
    constantTimeEqual(signature(botToken, login, keys), login.hash),
  );
}

function signature(botToken: string, login: TelegramLogin, keys: readonly (keyof TelegramLogin)[]): string {
  const text = keys.flatMap((key) => (login[key] ? [`${key}=${login[key]}`] : [])).join('\n');
  const key = createHash('sha256').update(botToken).digest();
  return createHmac('sha256', key).update(text).digest('hex');
}
