import { features } from '../../../auth/features.ts';
import type { ProviderName } from '../../../auth/identities/provider.ts';
import { codeProviders } from '../../../auth/identities/providers/index.ts';
import { wechat } from '../../../auth/identities/providers/wechat.ts';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';

const everythingOn = {
  GitHubOAuthEnabled: true,
  LinuxDOOAuthEnabled: true,
  OIDCEnabled: true,
  WeChatAuthEnabled: true,
} as const;

/** No provider ever gave this code. */
const nobodysCode = '000000';

/**
 * Whether a provider knows us, also before it is switched on: it is asked to exchange a code that it never gave.
 * Whoever refuses just the code has accepted address and credentials; the helper of WeChat says no alike to a wrong token.
 */
export async function checkSignIn(
  { options, config }: Context,
  name: ProviderName,
): Promise<{ detail: string } | Refusal> {
  if (name === 'telegram')
    return refuse('Sign-ins by Telegram are verified without asking it: there is nothing to test.');
  const setup = { options: { ...(await options.read()), ...everythingOn }, secrets: await options.secrets(), config };
  if (!features(setup.options, setup.secrets)[name])
    return refuse('Something is missing in the settings of this provider. Fill them in and save them first.');
  const attempt = { state: nobodysCode, verifier: 'v'.repeat(43) };
  try {
    const provider = codeProviders.find((candidate) => candidate.name === name);
    const outcome = provider
      ? await provider.connect(setup).identify({ code: nobodysCode }, attempt)
      : await wechat.connect(setup).identify(nobodysCode);
    const detail = provider
      ? 'The provider accepts the credentials.'
      : 'The helper answers. Whether it takes the token shows when somebody signs in.';
    return outcome instanceof Refusal
      ? { detail }
      : refuse('The provider accepted a code that nobody gave. Do not use it.');
  } catch (error) {
    return refuse(`The provider does not accept the settings: ${(error as Error).message}`);
  }
}
