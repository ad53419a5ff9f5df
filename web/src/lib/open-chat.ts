import { fillChatLink } from './chat-links.ts';

const scripted = /^\s*(javascript|data|vbscript|blob|file):/i;

/**
 * Opens a chat application with a key: a web page in a new window, an application of the device from here. The window opens
 * before the key arrives: later, browsers would block it.
 */
export async function openChat(url: string, readKey: () => Promise<string>, address: string): Promise<void> {
  if (scripted.test(url)) return;
  const page = /^https?:/i.test(url) ? window.open('about:blank', '_blank') : null;
  try {
    const filled = fillChatLink(url, { key: await readKey(), address });
    if (page === null) window.location.assign(filled);
    else {
      page.opener = null;
      page.location.replace(filled);
    }
  } catch (error) {
    page?.close();
    throw error;
  }
}
