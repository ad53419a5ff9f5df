interface Answer {
  readonly success: boolean;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly data: any;
}

/** Somebody at the console who notes all that they are told. */
export class Operator {
  readonly cookies = new Map<string, string>();
  readonly #address: string;
  readonly #heard: string[];
  userId = 0;

  constructor(address: string, heard: string[]) {
    this.#address = address;
    this.#heard = heard;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const { answer, text } = await this.#ask(method, path, body);
    this.#heard.push(text);
    return answer;
  }

  /** A call whose answer shows a secret to its owner, once. */
  async shown(method: string, path: string, body?: unknown): Promise<Answer> {
    return (await this.#ask(method, path, body)).answer;
  }

  async signIn(username: string, password: string): Promise<void> {
    const { success, message, data } = await this.call('POST', '/api/user/login', { username, password });
    if (!success) throw new Error(message);
    this.userId = data.id;
  }

  async #ask(method: string, path: string, body?: unknown) {
    const session = this.cookies.get('session');
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(session && { authorization: `Bearer ${session}` }),
        'new-api-user': String(this.userId),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    // Cookies are where a browser keeps what signs it in.
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = await response.text();
    const answer: Answer = text.startsWith('{') ? JSON.parse(text) : { success: false, message: text, data: undefined };
    return { answer, text: `${method} ${path} ${JSON.stringify(headers)} ${text}` };
  }
}
