import type { SiteStatus } from './site-status.ts';

/** A chat application of the site's: its address has places for a key and for our own address. */
export interface ChatLink {
  readonly name: string;
  readonly url: string;
}

/** The links of the status, which names each in an object of its own. */
export function chatLinksOf({ chats }: Pick<SiteStatus, 'chats'>): readonly ChatLink[] {
  return chats.flatMap((entry) => Object.entries(entry).map(([name, url]) => ({ name, url })));
}

/** Fills in `{key}` and `{address}`, escaped for an address. */
export function fillChatLink(url: string, { key, address }: { key: string; address: string }): string {
  return url.replaceAll('{key}', encodeURIComponent(key)).replaceAll('{address}', encodeURIComponent(address));
}
