import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

export interface Envelope {
  success: boolean;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any;
  time?: number;
}

/** A browser: keeps cookies, and sends the bearer and the user id as the web app does. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #origin: URL;
  userId = 0;
  /** Limits count by address. */
  address = '127.0.0.1';

  constructor(app: FastifyInstance, origin = 'http://localhost:3000') {
    this.#app = app;
    this.#origin = new URL(origin);
  }

  /** One call, with the headers of the web app unless others are given (null: without). */
  async request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
    headers: Record<string, string | null> = {},
  ): Promise<LightMyRequestResponse> {
    const session = this.cookies.get('session');
    const own: Record<string, string | null> = {
      host: this.#origin.host,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      authorization: session ? `Bearer ${session}` : null,
      'new-api-user': this.userId ? String(this.userId) : null,
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    const options: InjectOptions = { method, url, headers: sent, remoteAddress: this.address };
    if (payload !== undefined) options.payload = payload as object;
    const response = await this.#app.inject(options);
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isCleared = value === '' || maxAge === 0 || (expires && expires.getTime() <= Date.now());
      if (isCleared) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async get(url: string): Promise<Envelope> {
    return (await this.request('GET', url)).json();
  }

  async post(url: string, payload?: unknown): Promise<Envelope> {
    return (await this.request('POST', url, payload)).json();
  }

  async put(url: string, payload: unknown): Promise<Envelope> {
    return (await this.request('PUT', url, payload)).json();
  }

  async delete(url: string): Promise<Envelope> {
    return (await this.request('DELETE', url)).json();
  }

  async signIn(username: string, password: string): Promise<Envelope> {
    const answer = await this.post('/api/user/login', { username, password });
    assert.equal(answer.success, true, answer.message);
    this.userId = answer.data.id;
    return answer;
  }
}
