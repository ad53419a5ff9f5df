import type { SiteStatus } from './site-status.ts';

/** A chat application of the operator's: its name, and its address with `{key}` and `{address}` to be filled in. */
export interface ChatLink {
  readonly name: string;
  readonly url: string;
}

export function chatLinksOf({ chats }: Pick<SiteStatus, 'chats'>): ChatLink[] {
  return chats.flatMap((entry) => Object.entries(entry).map(([name, url]) => ({ name, url })));
}

/** The address with the key and the gateway's address in place; `{url}` is another name for the latter. */
export function fillChatLink(url: string, use: { readonly key: string; readonly address: string }): string {
  // Both stand inside a query or JSON text there: what means something in an address must not.
  const address = encodeURIComponent(use.address);
  return url
    .replaceAll('{key}', encodeURIComponent(use.key))
    .replaceAll('{address}', address)
    .replaceAll('{url}', address);
}
