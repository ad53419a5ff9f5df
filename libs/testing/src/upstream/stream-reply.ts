import type { Behaviour } from './behaviour.ts';
import type { Frame, Reply } from './reply.ts';
import { reported, type Usage, usageOf } from './usage.ts';

/** One object of a stream. */
export interface Chunk {
  choices: unknown[];
  tokens: number;
  finish?: boolean;
}

export interface Stream {
  /** Fields that every object repeats. */
  envelope: Record<string, unknown>;
  chunks: Chunk[];
  promptTokens: number;
  /** What the request's `stream_options.include_usage` says. */
  includeUsage: boolean;
}

const FAILURE = {
  error: {
    message: 'The server had an error while processing your request.',
    type: 'server_error',
    param: null,
    code: null,
  },
};

/** The objects as server-sent events, with usage, failure, comments, line ends and `[DONE]` as the behaviour asks. */
export function streamReply(stream: Stream, behaviour: Behaviour): Reply {
  const lineEnd = behaviour.crlf ? '\r\n' : '\n';
  const frame = (data: string, tokens: number, usage?: Usage): Frame => ({
    bytes: Buffer.from(`${behaviour.comments ? `: waiting${lineEnd}${lineEnd}` : ''}data: ${data}${lineEnd}${lineEnd}`),
    tokens,
    ...(usage && { usage: reported(usage) }),
  });
  const place = behaviour.usage ?? 'asked';
  const asked = stream.includeUsage && (place === 'asked' || place === 'zero');
  const frames: Frame[] = [];
  let tokens = 0;
  for (const chunk of stream.chunks.slice(0, behaviour.errorAfterEvents)) {
    tokens += chunk.tokens;
    const here = place === 'every' || (place === 'finish' && chunk.finish);
    const usage = here ? usageOf(behaviour, stream.promptTokens, tokens) : undefined;
    const field = usage ? { usage } : asked ? { usage: null } : {};
    frames.push(frame(JSON.stringify({ ...stream.envelope, choices: chunk.choices, ...field }), chunk.tokens, usage));
  }
  if (behaviour.errorAfterEvents !== undefined) {
    frames.push(frame(JSON.stringify(behaviour.body ?? FAILURE), 0));
  } else {
    if (asked) {
      const usage = usageOf(behaviour, stream.promptTokens, tokens);
      frames.push(frame(JSON.stringify({ ...stream.envelope, choices: [], usage }), 0, usage));
    }
    if (behaviour.done !== false) frames.push(frame('[DONE]', 0));
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    frames,
  };
}
