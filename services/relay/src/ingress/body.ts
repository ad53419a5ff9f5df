import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badRequest, type GatewayError, refuse } from '../errors.ts';
import { headroom, JsonBody } from './json-body.ts';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Reads a request body of at most `limitBytes` (after decompression) as a JSON object.
 * Rejects with a GatewayError: 413 before reading when Content-Length says so, 400 for bad text or a broken upload.
 */
export function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<JsonBody> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (length > limitBytes) return Promise.reject(tooLarge(limitBytes));
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') {
    return length >= 0 ? readSized(request, length) : readChunks(request, request, limitBytes);
  }
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  if (!decode)
    return Promise.reject(
      badRequest(`Unknown Content-Encoding ${encoding.slice(0, 40)}; send gzip, deflate, br or none.`),
    );
  return readChunks(request, request.pipe(decode()), limitBytes);
}

function readSized(request: IncomingMessage, length: number): Promise<JsonBody> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(headroom + length);
    let at = headroom;
    request.on('data', (chunk: Buffer) => {
      chunk.copy(buffer, at);
      at += chunk.length;
    });
    request.on('end', () => settle(resolve, reject, () => new JsonBody(buffer, headroom, at)));
    request.on('error', () => reject(badRequest('The upload broke off.')));
  });
}

function readChunks(request: IncomingMessage, stream: NodeJS.ReadableStream, limitBytes: number): Promise<JsonBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [Buffer.alloc(headroom)];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        reject(tooLarge(limitBytes));
        request.unpipe();
        request.resume();
        return;
      }
      chunks.push(chunk);
    });
    stream.on('end', () => {
      const buffer = Buffer.concat(chunks);
      settle(resolve, reject, () => new JsonBody(buffer, headroom, buffer.length));
    });
    stream.on('error', () => reject(badRequest('The compressed body could not be read.')));
    request.on('error', () => reject(badRequest('The upload broke off.')));
  });
}

function settle<T>(resolve: (value: T) => void, reject: (error: unknown) => void, make: () => T): void {
  try {
    resolve(make());
  } catch (error) {
    reject(error);
  }
}

function tooLarge(limitBytes: number): GatewayError {
  return refuse('body_too_large', `${Math.floor(limitBytes / 1_048_576)} MiB`);
}
