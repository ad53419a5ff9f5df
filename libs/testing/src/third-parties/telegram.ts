import { createHash, createHmac } from 'node:crypto';

/** What Telegram's login widget knows of a person, all as text. */
export interface TelegramPerson {
  readonly id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly photo_url?: string;
  readonly lang?: string;
}

/**
 * What the widget hands to the page: the person, `auth_date` in Unix seconds, and the `hash` over all of it with the bot's
 * token (https://core.telegram.org/widgets/login, "Checking authorization").
 */
export function telegramLogin(botToken: string, person: TelegramPerson, atSeconds: number): Record<string, string> {
  const fields: Record<string, string> = { ...person, auth_date: String(atSeconds) };
  const text = Object.keys(fields)
    .sort()
    .map((key) => `${key}=${fields[key]}`)
    .join('\n');
  const secret = createHash('sha256').update(botToken).digest();
  return { ...fields, hash: createHmac('sha256', secret).update(text).digest('hex') };
}
