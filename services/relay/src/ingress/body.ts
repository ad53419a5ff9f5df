import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badRequest, type GatewayError, refuse } from '../errors.ts';
import { headroom, JsonBody } from './json-body.ts';
import { takeSlab } from './slabs.ts';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

type Done = (error: Error | null, body?: JsonBody) => void;

/**
 * Reads a request body of at most `limitBytes` (after decompression) as a JSON object.
 * Fails with a GatewayError: 413 before reading when Content-Length says so, 400 for bad text or a broken upload.
 */
export function readJsonBody(request: IncomingMessage, limitBytes: number, done: Done): void {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const encoding = request.headers['content-encoding'];
  if (length > limitBytes) {
    done(tooLarge(limitBytes));
  } else if (encoding !== undefined && encoding !== 'identity') {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
    if (decode) readChunks(request, request.pipe(decode()), limitBytes, done);
    else done(badRequest(`Unknown Content-Encoding ${encoding.slice(0, 40)}; send gzip, deflate, br or none.`));
  } else if (length >= 0) readSized(request, length, done);
  else readChunks(request, request, limitBytes, done);
}

function readSized(request: IncomingMessage, length: number, done: Done): void {
  const buffer = takeSlab(headroom + length);
  let at = headroom;
  request.on('data', (chunk: Buffer) => {
    chunk.copy(buffer, at);
    at += chunk.length;
  });
  request.on('end', () => finish(buffer, at, done));
  request.on('error', () => done(badRequest('The upload broke off.')));
}

function readChunks(request: IncomingMessage, stream: NodeJS.ReadableStream, limitBytes: number, done: Done): void {
  const chunks: Buffer[] = [Buffer.alloc(headroom)];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limitBytes) {
      chunks.push(chunk);
      return;
    }
    stream.removeAllListeners();
    stream.on('error', () => {});
    request.unpipe();
    request.resume();
    done(tooLarge(limitBytes));
  });
  stream.on('end', () => {
    const buffer = Buffer.concat(chunks);
    finish(buffer, buffer.length, done);
  });
  stream.on('error', () => done(badRequest('The compressed body could not be read.')));
}

function finish(buffer: Buffer, end: number, done: Done): void {
  let body: JsonBody;
  try {
    body = new JsonBody(buffer, headroom, end);
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}

function tooLarge(limitBytes: number): GatewayError {
  return refuse('body_too_large', `${Math.floor(limitBytes / 1_048_576)} MiB`);
}
