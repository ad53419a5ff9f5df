import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { type Attachment, attachmentOf } from './conversation/attachment.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import { usageOf } from './conversation/usage-of.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { expectShape } from './shape.ts';

const File = Type.Object(
  {
    type: Type.Union(['image', 'document', 'audio', 'video'].map((kind) => Type.Literal(kind))),
    transfer_method: Type.Union([Type.Literal('remote_url'), Type.Literal('local_file')]),
    url: Type.Optional(Type.String()),
    upload_file_id: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const run = {
  inputs: Type.Object({}),
  response_mode: Type.Literal('streaming'),
  user: Type.String({ minLength: 1 }),
  files: Type.Optional(Type.Array(File)),
};
const ChatBody = Type.Object(
  { ...run, query: Type.String({ minLength: 1 }), auto_generate_name: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
const WorkflowBody = Type.Object(
  { ...run, inputs: Type.Object({ query: Type.String({ minLength: 1 }) }) },
  { additionalProperties: false },
);

/** Dify with an agent, which refuses to answer whole, behind its chats and a workflow that takes a `query`. */
export function difyHost({ key }: { key: string }): Host {
  const proof = bearer(key);
  const stored = new Map<string, { user: string; attachment: Attachment }>();
  return {
    name: 'dify',
    handle: (request) =>
      orRefuse(
        ({ status, code, message }) => jsonReply(status, { status, code: code ?? 'invalid_param', message }),
        () => {
          if (request.method !== 'POST') return undefined;
          demand(!proof(request), 'Access token is invalid', { status: 401, code: 'unauthorized' });
          if (request.path === '/v1/files/upload') return upload(request, stored);
          if (request.path === '/v1/chat-messages') return chat(request, stored);
          return request.path === '/v1/workflows/run' ? workflow(request) : undefined;
        },
      ),
  };
}

async function upload(
  request: HostRequest,
  stored: Map<string, { user: string; attachment: Attachment }>,
): Promise<HostReply> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(request.body), { headers }).formData();
  const file = form.get('file');
  demand(file instanceof Blob, 'file is missing', { code: 'no_file_uploaded' });
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
  const id = `file-${stored.size + 1}`;
  stored.set(id, { user: String(form.get('user')), attachment: attachmentOf(file.type, base64) });
  return jsonReply(201, { id, name: file.name, mime_type: file.type });
}

function chat(request: HostRequest, stored: ReadonlyMap<string, { user: string; attachment: Attachment }>): HostReply {
  const { query, user, files = [] } = expectShape(ChatBody, request.json());
  const images = files.map(({ url, upload_file_id: id = '' }): Attachment => {
    if (url !== undefined) return { url };
    const file = stored.get(id);
    demand(file?.user === user, 'the file belongs to nobody here');
    return file.attachment;
  });
  const conversation = createConversation({
    model: 'application',
    stream: true,
    text: query,
    transcript: query,
    images,
  });
  const usage = usageOf(conversation);
  const ids = { task_id: 't1', message_id: 'm1', conversation_id: 'c1' };
  const pieces = piecesOf(answerTo(conversation).text);
  const events = [
    { event: 'agent_thought', ...ids, thought: '' },
    ...pieces.map((answer) => ({ event: 'agent_message', ...ids, answer })),
    // The whole answer once more, as newer agents send it.
    { event: 'message', ...ids, answer: pieces.join('') },
    {
      event: 'message_end',
      ...ids,
      metadata: {
        usage: {
          prompt_tokens: usage.promptTokens,
          completion_tokens: usage.completionTokens,
          total_tokens: usage.promptTokens + usage.completionTokens,
        },
      },
    },
  ];
  return { ...stream(events), conversation };
}

function workflow(request: HostRequest): HostReply {
  const { inputs } = expectShape(WorkflowBody, request.json());
  const conversation: Conversation = createConversation({ model: 'workflow', stream: true, text: inputs.query });
  const outputs = { answer: answerTo(conversation).text };
  const started = { event: 'workflow_started', task_id: 't2', data: { id: 'w2' } };
  const finished = {
    event: 'workflow_finished',
    task_id: 't2',
    data: { status: 'succeeded', outputs, total_tokens: 40 },
  };
  return { ...stream([started, finished]), conversation };
}

function stream(events: readonly object[]): HostReply {
  const body = ['event: ping', ...events.map((event) => `data: ${JSON.stringify(event)}`), ''].join('\n\n');
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
}
