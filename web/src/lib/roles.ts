import type { TextKey } from './i18n.ts';
import { ADMINISTRATOR_ROLE, ROOT_ROLE } from './session.ts';

const names: Readonly<Record<number, TextKey>> = {
  1: 'common:role.user',
  [ADMINISTRATOR_ROLE]: 'common:role.administrator',
  [ROOT_ROLE]: 'common:role.root',
};

export function roleText(role: number): TextKey {
  return names[role] ?? 'common:role.unknown';
}
