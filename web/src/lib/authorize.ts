import { ApiError, exchange, withQuery } from './http.ts';

/** Providers that take people to a page of theirs and send them back to `/oauth/{provider}`. */
export type CodeProvider = 'github' | 'linuxdo' | 'oidc';

interface BegunAnswer {
  readonly authorize_url?: string;
}

/** The provider's page on which the person agrees. `inviter` is the code of who invited them. */
async function authorizeAddress(provider: CodeProvider, inviter: string): Promise<string> {
  const answer = await exchange<string>('GET', withQuery('/api/oauth/state', { provider, aff: inviter }));
  const { authorize_url: address } = answer as BegunAnswer;
  if (!answer.success || address === undefined) throw new ApiError(answer.message, 200, answer.requestId);
  return address;
}

/**
 * Opens the provider's page in a new window; this one follows once the person is signed in or bound. Where windows are
 * blocked, the page opens here.
 */
export async function openAuthorizePage(provider: CodeProvider, inviter = ''): Promise<void> {
  const address = await authorizeAddress(provider, inviter);
  const opened = window.open(address, '_blank');
  if (opened === null) window.location.assign(address);
  else opened.opener = null;
}
