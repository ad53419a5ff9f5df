import type { UsageEvent } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type HostReply, serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startGateway, type TestGateway } from './gateway.ts';

type Json = Record<string, unknown>;

const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

function events(payloads: readonly Json[]): HostReply {
  const body = `${payloads.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
  return { type: 'text/event-stream', body };
}

/** Usage comes in streams to who asks for it. */
function chat({ stream, stream_options }: Json): HostReply {
  const envelope = { id: 'chatcmpl-1', created: 1, model: 'm' };
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'At noon.' }, finish_reason: 'stop' }];
    return { body: { ...envelope, object: 'chat.completion', choices, usage } };
  }
  const chunk = { ...envelope, object: 'chat.completion.chunk' };
  return events([
    { ...chunk, choices: [{ index: 0, delta: { content: 'At noon.' }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ...(stream_options ? [{ ...chunk, choices: [], usage }] : []),
  ]);
}

function answer(path: string, body: Json): HostReply {
  if (path.endsWith('/api/chat')) {
    const message = { role: 'assistant', content: 'At noon.' };
    const counts = { prompt_eval_count: 1_000, eval_count: 100 };
    return { body: { model: 'm', message, done: true, done_reason: 'stop', ...counts } };
  }
  const counts = { input_tokens: 1_000, output_tokens: 100 };
  if (path.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: 'At noon.', annotations: [] }];
    const output = [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }];
    const status = 'completed';
    return {
      body: {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        model: 'm',
        status,
        output,
        usage: { ...counts, total_tokens: 1_100 },
      },
    };
  }
  if (!/\/(messages|invoke)$/.test(path)) return chat(body);
  const content = [{ type: 'text', text: 'At noon.' }];
  return {
    body: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason: 'end_turn',
      usage: counts,
    },
  };
}

/** A gateway before a host that refuses what the test wants, in the dialect of the call. */
export interface RefusalBench {
  readonly gateway: TestGateway;
  readonly host: TaskServer;
  ask(model: string, asked: Json, path?: string): Promise<Response>;
  /** Bodies that the host got, oldest first. */
  sent(): Json[];
  /** The charge of a request. */
  settled(response: Response): Promise<UsageEvent>;
  /** The statuses of its tries. */
  tries(response: Response): Promise<number[]>;
  /** What it answers stands in for the host's answer. */
  reply: (body: Json) => HostReply | undefined;
  close(): Promise<void>;
}

interface RefusingChannel {
  readonly type: number;
  readonly models: readonly string[];
  readonly other?: string | undefined;
  readonly key?: string | undefined;
}

export async function startRefusalBench(channels: readonly RefusingChannel[]): Promise<RefusalBench> {
  const host = await serveTasks(({ path, text }) => {
    const body = JSON.parse(text) as Json;
    return bench.reply(body) ?? answer(path, body);
  });
  let key = '';
  const gateway = await startGateway('memory', async (db, keys) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
    key = (await seedToken(db, keys, { userId })).key;
    for (const { type, models, other = '', key: sk = 'sk' } of channels) {
      for (const model of models)
        await seedPrice(db, model, { input: '2', output: '8', serviceTiers: { priority: '3' } });
      await seedChannel(db, keys, { type, other, baseUrl: host.url, key: sk, models: [...models] });
    }
  });
  const settled = ({ headers }: Response) => gateway.event(({ id }) => id === headers.get('x-oneapi-request-id'));
  const bench: RefusalBench = {
    gateway,
    host,
    ask: (model, asked, path = '/v1/chat/completions') =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'anthropic-version': '2023-06-01',
        },
        body: JSON.stringify({ model, ...asked }),
      }),
    sent: () => host.calls.map(({ text }) => JSON.parse(text) as Json),
    settled,
    tries: async (response) => (await settled(response)).tries.map(({ status }) => status),
    reply: () => undefined,
    async close() {
      await gateway.close();
      await host.close();
    },
  };
  return bench;
}
