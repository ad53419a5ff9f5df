import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Customer } from '../plant/plant.ts';

export interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

export interface Question {
  readonly url: string;
  readonly customer: Customer;
  readonly model: string;
  readonly stream: boolean;
  readonly maxTokens?: number;
}

/** What the client saw of one request. Times are Unix milliseconds. */
export interface Seen extends Question {
  /** Unique, and the text of the prompt: the upstream knows the request by it. */
  readonly correlation: string;
  readonly sentAt: number;
  /** Request id of the gateway, '' when no head came. */
  id: string;
  /** 0 when no head came. */
  status: number;
  /** The whole answer came: [DONE] and the end, or a whole JSON. */
  complete: boolean;
  usage: Usage | undefined;
  /** When each token of the answer came. */
  readonly tokenTimes: number[];
  endedAt: number;
  error: string | undefined;
}

/** Long enough that its price is not all envelope. */
const padding = 'The same waves come and go along the shore, and the gulls count them. '.repeat(5);

/** A client that remembers all it saw: half of the truth, the other half has the upstream. */
export class Client {
  readonly seen: Seen[] = [];
  /** Nothing more will be asked. */
  closed = false;
  readonly #agent = new Agent({ bodyTimeout: 120_000, headersTimeout: 120_000, connections: 600, pipelining: 1 });

  /** Resolves, never rejects, when the request has ended one way or the other. */
  async ask(question: Question): Promise<Seen> {
    const seen: Seen = {
      ...question,
      correlation: `Question ${this.seen.length + 1}. ${padding}`,
      sentAt: Date.now(),
      id: '',
      status: 0,
      complete: false,
      usage: undefined,
      tokenTimes: [],
      endedAt: 0,
      error: undefined,
    };
    this.seen.push(seen);
    try {
      await this.#exchange(seen);
    } catch (error) {
      seen.error = error instanceof Error ? `${error.name} ${error.message}` : String(error);
    }
    seen.endedAt = Date.now();
    return seen;
  }

  close(): Promise<void> {
    this.closed = true;
    return this.#agent.destroy();
  }

  async #exchange(seen: Seen): Promise<void> {
    const { statusCode, headers, body } = await request(`${seen.url}/v1/chat/completions`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { authorization: `Bearer ${seen.customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: seen.model,
        messages: [{ role: 'user', content: seen.correlation }],
        ...(seen.maxTokens === undefined ? {} : { max_tokens: seen.maxTokens }),
        ...(seen.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
      }),
    });
    seen.status = statusCode;
    seen.id = String(headers['x-oneapi-request-id'] ?? '');
    if (statusCode !== 200) {
      seen.error = await body.text();
    } else if (seen.stream) {
      await readStream(body, seen);
    } else {
      readPayload((await body.json()) as Payload, seen);
      seen.complete = true;
    }
  }
}

async function readStream(body: AsyncIterable<Buffer>, seen: Seen): Promise<void> {
  let text = '';
  let done = false;
  for await (const chunk of body) {
    text += chunk.toString('latin1');
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ')) continue;
      if (event === 'data: [DONE]') done = true;
      else readPayload(JSON.parse(event.slice('data: '.length)), seen);
    }
  }
  seen.complete = done && seen.error === undefined;
}

interface Payload {
  readonly choices?: readonly { readonly delta?: { readonly content?: string } }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly error?: { readonly message: string };
}

/** The upstream puts one token into each event. */
function readPayload({ choices, usage, error }: Payload, seen: Seen): void {
  if (error) seen.error = error.message;
  if (choices?.[0]?.delta?.content) seen.tokenTimes.push(Date.now());
  if (usage) seen.usage = { prompt: usage.prompt_tokens, completion: usage.completion_tokens };
}

const afterFailureMs = 200;

/** Asks again and again, with a pause in between, in `lanes` at once, until told to stop. */
export function load(
  client: Client,
  lanes: number,
  pauseMs: number,
  question: (lane: number) => Question,
): { stop(): Promise<void> } {
  let going = true;
  const running = Array.from({ length: lanes }, async (_, lane) => {
    await sleep((pauseMs * lane) / lanes);
    while (going && !client.closed) {
      const { status } = await client.ask(question(lane));
      await sleep(status === 0 || status === 503 ? Math.max(pauseMs, afterFailureMs) : pauseMs);
    }
  });
  return {
    async stop() {
      going = false;
      await Promise.all(running);
    },
  };
}
