import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { countedBodyBytes } from '../admission/load-gate.ts';
import { badRequest, type GatewayError, refuse } from '../errors.ts';
import { headroom, JsonBody } from './json-body.ts';
import { MultipartBody } from './multipart-body.ts';
import { takeSlab } from './slabs.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

type Done<T> = (error: Error | null, body?: T) => void;
/** Bytes in [headroom, end) of a buffer. */
type DoneReading = (error: Error | null, buffer?: Buffer, end?: number) => void;

export interface BodyLimits {
  /** Of one body, after decompression. */
  readonly bytes: number;
  /** Takes memory for a body until its answer is over; answers the refusal when there is not so much. */
  claim(bytes: number, answer: ServerResponse): GatewayError | undefined;
}

/**
 * Reads a request body as a JSON object. Fails with a GatewayError: 413 and 503 before reading when Content-Length says so, 400 for
 * bad text or a broken upload.
 */
export function readJsonBody(
  request: IncomingMessage,
  answer: ServerResponse,
  limits: BodyLimits,
  done: Done<JsonBody>,
): void {
  read(request, answer, limits, (error, buffer, end) => {
    if (!buffer || end === undefined) {
      done(error);
      return;
    }
    let body: JsonBody;
    try {
      body = new JsonBody(buffer, headroom, end);
    } catch (problem) {
      done(problem as Error);
      return;
    }
    done(null, body);
  });
}

/** The same for a form with files. */
export function readMultipartBody(
  request: IncomingMessage,
  answer: ServerResponse,
  limits: BodyLimits,
  done: Done<MultipartBody>,
): void {
  read(request, answer, limits, (error, buffer, end) => {
    if (!buffer) done(error);
    else {
      const type = request.headers['content-type'] ?? '';
      MultipartBody.parse(buffer.subarray(headroom, end), type).then((body) => done(null, body), done);
    }
  });
}

function read(request: IncomingMessage, answer: ServerResponse, limits: BodyLimits, done: DoneReading): void {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const encoding = request.headers['content-encoding'];
  if (length > limits.bytes) {
    done(tooLarge(limits.bytes));
  } else if (encoding !== undefined && encoding !== 'identity') {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
    if (decode) readChunks(request, request.pipe(decode()), answer, limits, done);
    else done(badRequest(`Unknown Content-Encoding ${encoding.slice(0, 40)}; send gzip, deflate, br, zstd or none.`));
  } else if (length >= 0) {
    const refusal = limits.claim(length, answer);
    if (refusal) done(refusal);
    else readSized(request, length, done);
  } else readChunks(request, request, answer, limits, done);
}

function readSized(request: IncomingMessage, length: number, done: DoneReading): void {
  const buffer = takeSlab(headroom + length);
  let at = headroom;
  request.on('data', (chunk: Buffer) => {
    chunk.copy(buffer, at);
    at += chunk.length;
  });
  request.on('end', () => done(null, buffer, at));
  request.on('error', () => done(badRequest('The upload broke off.')));
}

function readChunks(
  request: IncomingMessage,
  stream: NodeJS.ReadableStream,
  answer: ServerResponse,
  limits: BodyLimits,
  done: DoneReading,
): void {
  const chunks: Buffer[] = [Buffer.alloc(headroom)];
  let size = 0;
  let claimed = countedBodyBytes;
  /** As much again as before each time: a body of unknown length claims a few times, not for every chunk. */
  const claimMore = () => {
    const more = claimed;
    claimed += more;
    return limits.claim(more, answer);
  };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    const refusal = size > limits.bytes ? tooLarge(limits.bytes) : size > claimed ? claimMore() : undefined;
    if (!refusal) {
      chunks.push(chunk);
      return;
    }
    stream.removeAllListeners();
    stream.on('error', () => {});
    request.unpipe();
    request.resume();
    done(refusal);
  });
  stream.on('end', () => {
    const buffer = Buffer.concat(chunks);
    done(null, buffer, buffer.length);
  });
  stream.on('error', () => done(badRequest('The compressed body could not be read.')));
}

function tooLarge(limitBytes: number): GatewayError {
  return refuse('body_too_large', `${Math.floor(limitBytes / 1_048_576)} MiB`);
}
