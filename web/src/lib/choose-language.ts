import { send } from './http.ts';
import { setLanguage } from './i18n.ts';
import type { Language } from './languages.ts';
import { readUser } from './session.ts';

/** Switches the language and, for who is signed in, keeps the choice for their other devices. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  if (readUser() === undefined) return;
  // This device has switched already; a refusal takes nothing from the person.
  await send('PUT', '/api/user/setting', { language }).catch(() => undefined);
}
