import type { CodeProvider, Provider, ProviderName } from '../provider.ts';
import { github } from './github.ts';
import { linuxdo } from './linuxdo.ts';
import { oidc } from './oidc.ts';
import { telegram } from './telegram.ts';
import { wechat } from './wechat.ts';

/** Those that send the browser back with a code. */
export const codeProviders: readonly CodeProvider[] = [github, linuxdo, oidc];

const byName: Record<ProviderName, Provider> = { github, linuxdo, oidc, telegram, wechat };

export const providerNames = Object.keys(byName) as readonly ProviderName[];

export function providerOf(name: ProviderName): Provider {
  return byName[name];
}
