import type { TextKey } from '../../lib/i18n.ts';

const methods: Readonly<Record<string, TextKey>> = {
  password: 'account:method.password',
  passkey: 'account:method.passkey',
  github: 'account:method.github',
  linuxdo: 'account:method.linuxdo',
  wechat: 'account:method.wechat',
  telegram: 'account:method.telegram',
  oidc: 'account:method.oidc',
};

/** How somebody signed in, in words; undefined for a way that this page does not know. */
export function methodText(method: string): TextKey | undefined {
  return methods[method];
}
