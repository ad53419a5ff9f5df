import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';

const lingerMs = 5_000;

/**
 * For answers that close their connection while the client still uploads. A connection that closes with bytes unread is reset, and then
 * the client may never see the answer (RFC 9112, 9.6): the rest of the upload is read and dropped, for so long at most.
 */
export function lingerOverUploads(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isCutOff = reply.getHeader('connection') === 'close' && !request.raw.complete;
    if (isCutOff && typeof payload === 'string') {
      const answer = Buffer.from(payload);
      // With it the client knows that it has the whole answer, while the response has not ended here.
      reply.header('content-length', answer.length);
      done(null, Readable.from(answerThenLinger([answer], request.raw)));
    } else if (isCutOff && payload instanceof Readable) {
      done(null, Readable.from(answerThenLinger(payload, request.raw)));
    } else done(null, payload);
  });
}

async function* answerThenLinger(
  answer: Iterable<Buffer> | Readable,
  request: IncomingMessage,
): AsyncGenerator<Buffer> {
  yield* answer;
  request.unpipe();
  request.resume();
  // It broke off, or took too long: the connection is closed either way.
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
}
