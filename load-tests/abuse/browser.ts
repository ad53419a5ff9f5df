import { exchange, type Header, httpRequest, type Step, type WireAnswer } from './wire.ts';

/** Somebody who has signed in at the console: sends what the web app sends, and any bytes as body. */
export class Browser {
  readonly userId: number;
  readonly #url: string;
  readonly #headers: readonly Header[];

  private constructor(url: string, userId: number, headers: readonly Header[]) {
    this.#url = url;
    this.userId = userId;
    this.#headers = headers;
  }

  static async signIn(url: string, username: string, password: string): Promise<Browser> {
    const reply = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { success, message, data } = (await reply.json()) as {
      success: boolean;
      message: string;
      data: { id: number };
    };
    if (!success) throw new Error(message);
    const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const echo = cookies.find((cookie) => cookie.startsWith('session='))?.slice('session='.length) ?? '';
    return new Browser(url, data.id, [
      // Limits count by address; of what a browser sends all else is as the web app sends it.
      ['host', new URL(url).host],
      ['cookie', cookies.join('; ')],
      ['authorization', `Bearer ${decodeURIComponent(echo)}`],
      ['new-api-user', String(data.id)],
    ]);
  }

  /** One call; an object is sent as JSON, bytes and text as they are. */
  call(method: string, path: string, body?: unknown, headers: readonly Header[] = []): Promise<WireAnswer> {
    return exchange(this.#url, this.bytes(method, path, body, headers));
  }

  bytes(method: string, path: string, body?: unknown, headers: readonly Header[] = []): readonly Step[] {
    const text =
      typeof body === 'string' || Buffer.isBuffer(body) ? body : body === undefined ? '' : JSON.stringify(body);
    const given = new Set(headers.map(([name]) => name.toLowerCase()));
    const type: Header[] = text.length > 0 && !given.has('content-type') ? [['content-type', 'application/json']] : [];
    const own = this.#headers.filter(([name]) => !given.has(name));
    return [httpRequest(method, path, [...own, ...type, ...headers], text)];
  }
}
