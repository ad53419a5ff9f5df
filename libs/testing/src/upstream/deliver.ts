import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { Behaviour } from './behaviour.ts';
import type { Frame, Reply } from './reply.ts';
import type { UpstreamRequest } from './truth.ts';

/** Time for the kernel to hand over what was written before RST throws the rest away. */
const BEFORE_RESET_MS = 20;

/** Sends the reply as the behaviour says and keeps `truth` up to date. Resolves when nothing more will be sent. */
export async function deliver(
  reply: Reply,
  behaviour: Behaviour,
  response: ServerResponse,
  truth: UpstreamRequest,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
    if (truth.outcome === 'running') truth.outcome = response.writableFinished ? 'completed' : 'aborted';
    truth.endedAt = Date.now();
  });
  try {
    await send(reply, behaviour, response, truth, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
  }
}

async function send(
  reply: Reply,
  behaviour: Behaviour,
  response: ServerResponse,
  truth: UpstreamRequest,
  left: AbortSignal,
): Promise<void> {
  const pause = async (ms = 0) => void (ms > 0 && (await sleep(ms, undefined, { signal: left })));
  const { cut, cutAfterBytes = -1, stallAfterBytes = -1 } = behaviour;
  await pause(behaviour.latencyMs);
  if (cut && cutAfterBytes < 0) return cutOff(cut, response, truth);
  response.writeHead(reply.status, headersOf(reply, behaviour));
  response.flushHeaders();
  truth.status = reply.status;
  await pause(behaviour.firstByteMs);
  const sink = behaviour.gzip ? gzipInto(response) : response;
  const settle = accountant(reply.frames, truth);
  let first = true;
  for (const piece of pieces(reply.frames, behaviour.sliceBytes)) {
    if (!first) await pause(behaviour.intervalMs);
    first = false;
    for (let rest = piece; rest.length > 0; ) {
      if (truth.bytesSent === stallAfterBytes) await pause(behaviour.stallMs ?? 2 ** 31 - 1);
      if (cut && truth.bytesSent === cutAfterBytes) return cutOff(cut, response, truth);
      const ahead = [stallAfterBytes, cutAfterBytes].filter((mark) => mark > truth.bytesSent);
      const length = Math.min(rest.length, ...ahead.map((mark) => mark - truth.bytesSent));
      await write(sink, rest.subarray(0, length), left);
      settle(length);
      rest = rest.subarray(length);
    }
  }
  if (cut) return cutOff(cut, response, truth);
  sink.end();
}

function headersOf(reply: Reply, behaviour: Behaviour): Record<string, string | number> {
  const [only, more] = reply.frames;
  return {
    'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
    ...reply.headers,
    ...(only && !more && !behaviour.gzip && !behaviour.cut && { 'content-length': only.bytes.length }),
    ...(behaviour.gzip && { 'content-encoding': 'gzip' }),
    ...(behaviour.retryAfter !== undefined && { 'retry-after': behaviour.retryAfter }),
    ...behaviour.headers,
  };
}

function gzipInto(response: ServerResponse): Writable {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(response);
  return gzip;
}

function* pieces(frames: Frame[], sliceBytes?: number): Generator<Buffer> {
  const all = frames.map((frame) => frame.bytes);
  if (!sliceBytes) return yield* all;
  const body = Buffer.concat(all);
  for (let start = 0; start < body.length; start += sliceBytes) yield body.subarray(start, start + sliceBytes);
}

/** Credits bytes, and the tokens and usage of each frame once its last byte is sent. */
function accountant(frames: Frame[], truth: UpstreamRequest): (bytes: number) => void {
  let next = 0;
  let end = frames[0]?.bytes.length ?? 0;
  return (bytes) => {
    truth.bytesSent += bytes;
    for (let frame = frames[next]; frame && end <= truth.bytesSent; frame = frames[next]) {
      truth.contentTokens += frame.tokens;
      truth.usage = frame.usage ?? truth.usage;
      next++;
      end += frames[next]?.bytes.length ?? 0;
    }
  };
}

async function write(sink: Writable, bytes: Buffer, left: AbortSignal): Promise<void> {
  left.throwIfAborted();
  if (!sink.write(bytes)) await once(sink, 'drain', { signal: left });
}

async function cutOff(cut: NonNullable<Behaviour['cut']>, response: ServerResponse, truth: UpstreamRequest) {
  truth.outcome = 'cut';
  if (cut === 'end') {
    response.end();
    return;
  }
  await sleep(BEFORE_RESET_MS);
  if (cut === 'reset') response.socket?.resetAndDestroy();
  else response.socket?.end();
}
