/** The cookie that the server sets beside the session. A call that repeats its value was sent by our own page. */
const cookie = 'session';

/** Any site of a parent domain may set a cookie of this name too, and often stands first: ours is known by its prefix. */
export function readSessionEcho(): string | undefined {
  const start = `${cookie}=`;
  const own = document.cookie.split('; ').find((entry) => entry.startsWith(`${start}ct_`));
  return own?.slice(start.length);
}

/** Without it the server takes no call of the session from this browser. The attributes are those with which it was set. */
export function dropSessionEcho(): void {
  const secure = window.isSecureContext ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing on plain http
  document.cookie = `${cookie}=; Path=/; Max-Age=0; SameSite=Strict${secure}`;
}
