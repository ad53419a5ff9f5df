import type { ChatRequest, FilePart, Json, Message } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { joinText } from '../../dialects/join-text.ts';
import { warnUnused } from '../../dialects/warn-unused.ts';
import { badRequest } from '../../errors.ts';

/** Settings that the application itself has. */
const settings = [
  'responseFormat',
  'reasoning',
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'stop',
  'verbosity',
  'choices',
  'modalities',
  'metadata',
  'serviceTier',
  'cacheKey',
  'cacheControl',
] as const;

/** Whose question it is, when the client does not say. Files and conversations belong to a user. */
const anybody = 'gateway';

/** Always a stream: agents refuse to answer whole, and long whole answers are cut off. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  if (request.tools.length > 0) throw badRequest('This model brings tools of its own: leave tools out.', 'tools');
  warnUnused(request, settings, warn);
  return {
    query: writeQuery(request.messages),
    inputs: {},
    response_mode: 'streaming',
    user: request.user || anybody,
    auto_generate_name: false,
    files: request.messages.flatMap((message) => (message.role === 'user' ? message.parts.flatMap(writeFile) : [])),
  };
}

/** A question alone goes as it is; with more around it, everything becomes one text, the newest last. */
function writeQuery(messages: readonly Message[]): string {
  const system = messages.flatMap((message) => (message.role === 'system' ? [joinText(message.parts)] : []));
  const turns = messages.flatMap((message) => {
    if (message.role === 'user') return [{ name: 'User', text: joinText(message.parts) }];
    return message.role === 'assistant' ? [{ name: 'Assistant', text: joinText(message.parts) }] : [];
  });
  const spoken = turns.filter(({ text }) => text !== '');
  if (spoken.length === 0) throw badRequest('Ask something in a user message.', 'messages');
  if (spoken.length === 1 && system.length === 0) return spoken[0]?.text ?? '';
  return [...system, ...spoken.map(({ name, text }) => `${name}: ${text}`)].join('\n\n');
}

/** Bytes stand in `base64` until they are uploaded. */
function writeFile(part: { type: string } | FilePart): Json[] {
  if (!('source' in part)) return [];
  const { mediaType, source, filename } = part;
  const kind = /^(image|audio|video)\//.exec(mediaType)?.[1] ?? 'document';
  if (source.kind === 'url') return [{ type: kind, transfer_method: 'remote_url', url: source.url }];
  if (source.kind === 'id') return [{ type: kind, transfer_method: 'local_file', upload_file_id: source.id }];
  return [
    {
      type: kind,
      transfer_method: 'local_file',
      base64: source.base64,
      mediaType,
      ...(filename !== undefined && { filename }),
    },
  ];
}
