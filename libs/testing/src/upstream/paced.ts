import type { ServerResponse } from 'node:http';

/**
 * The lane for benchmarks: models named `m-<firstByteDelayMs>-<bytes>-<chunks>-<intervalMs>` are answered from
 * prebuilt buffers. `bytes` is the size of the whole body, or of each event of a stream. Each stream starts at a
 * random phase of its interval, so that many streams do not tick together.
 */
const NAME = /^m-(\d{1,6})-(\d{1,7})-(\d{1,6})-(\d{1,6})$/;
const QUOTED_NAME = /"(m-\d{1,6}-\d{1,7}-\d{1,6}-\d{1,6})"/;
/** Where a body usually has the fields that matter: in its first or its last bytes. */
const EDGE_BYTES = 1024;
const CAPACITY = 100;

export interface PacedRequest {
  model: string;
  stream: boolean;
  includeUsage: boolean;
}

/** True when the first bytes of a body name such a model. */
export const looksPaced = (head: Buffer): boolean => QUOTED_NAME.test(head.toString('latin1', 0, EDGE_BYTES));

/** Reads such a request from the first and the last piece of its body alone, without parsing it. */
export function readEdges(head: Buffer, tail: Buffer): PacedRequest {
  const edges = head.toString('latin1', 0, EDGE_BYTES) + tail.toString('latin1', Math.max(0, tail.length - EDGE_BYTES));
  return {
    model: QUOTED_NAME.exec(edges)?.[1] ?? '',
    stream: /"stream":\s*true/.test(edges),
    includeUsage: /"include_usage":\s*true/.test(edges),
  };
}

interface PacedModel {
  delayMs: number;
  chunks: number;
  intervalMs: number;
  /** As text: Node sends it in one piece with the headers. */
  whole: string;
  wholeHeaders: string[];
  opening: Buffer;
  event: Buffer;
  closing: Buffer;
  closingWithUsage: Buffer;
}

const STREAM_HEADERS = ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-cache'];

export interface PacedCounts {
  requests: number;
  completed: number;
  aborted: number;
  chunks: number;
}

export function createPaced() {
  const models = new Map<string, PacedModel>();
  const counts: PacedCounts = { requests: 0, completed: 0, aborted: 0, chunks: 0 };

  function modelOf(name: string): PacedModel {
    let model = models.get(name);
    if (!model) {
      if (models.size >= CAPACITY) models.clear();
      model = build(name);
      models.set(name, model);
    }
    return model;
  }

  function answer(model: PacedModel, request: PacedRequest, response: ServerResponse): void {
    counts.requests++;
    let ticker: NodeJS.Timeout | undefined;
    response.once('close', () => {
      clearTimeout(ticker);
      if (response.writableFinished) counts.completed++;
      else counts.aborted++;
    });
    if (!request.stream) {
      response.writeHead(200, model.wholeHeaders);
      response.end(model.whole, 'latin1');
      return;
    }
    const closing = request.includeUsage ? model.closingWithUsage : model.closing;
    response.writeHead(200, STREAM_HEADERS);
    response.write(model.opening);
    let left = model.chunks;
    const tick = () => {
      if (response.writableNeedDrain) return;
      if (left-- > 0) {
        counts.chunks++;
        response.write(model.event);
        return;
      }
      clearInterval(ticker);
      response.end(closing);
    };
    if (model.intervalMs === 0) {
      counts.chunks += left;
      for (; left > 0; left--) response.write(model.event);
      response.end(closing);
      return;
    }
    ticker = setTimeout(() => {
      ticker = setInterval(tick, model.intervalMs);
      tick();
    }, Math.random() * model.intervalMs);
  }

  return {
    counts,
    knows: (model: string): boolean => NAME.test(model),
    serve(request: PacedRequest, response: ServerResponse): void {
      const model = modelOf(request.model);
      if (model.delayMs === 0) answer(model, request, response);
      else setTimeout(answer, model.delayMs, model, request, response);
    },
  };
}
export type Paced = ReturnType<typeof createPaced>;

function build(name: string): PacedModel {
  const [delayMs = 0, bytes = 0, chunks = 0, intervalMs = 0] = (NAME.exec(name)?.slice(1) ?? []).map(Number);
  const usage = { prompt_tokens: 20, completion_tokens: chunks, total_tokens: 20 + chunks };
  const envelope = {
    id: 'chatcmpl-paced',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: name,
  };
  const event = (fields: object) => `data: ${JSON.stringify({ ...envelope, ...fields })}\n\n`;
  const choice = (delta: object, finish_reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const whole = padded(bytes, (content) =>
    JSON.stringify({
      ...envelope,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' },
      ],
      usage,
    }),
  );
  const finish = event(choice({}, 'stop'));
  return {
    delayMs,
    chunks,
    intervalMs,
    whole: whole.toString('latin1'),
    wholeHeaders: ['Content-Type', 'application/json', 'Content-Length', String(whole.length)],
    opening: Buffer.from(event(choice({ role: 'assistant', content: '', refusal: null }, null))),
    event: padded(bytes, (content) => event(choice({ content }, null))),
    closing: Buffer.from(`${finish}data: [DONE]\n\n`),
    closingWithUsage: Buffer.from(`${finish}${event({ choices: [], usage })}data: [DONE]\n\n`),
  };
}

/** Fills the content so that the whole has this size; a smaller size than that of an empty content is ignored. */
function padded(bytes: number, fill: (content: string) => string): Buffer {
  const rest = Math.max(0, bytes - Buffer.byteLength(fill('')));
  return Buffer.from(fill(' word'.repeat(Math.ceil(rest / 5)).slice(0, rest)));
}
