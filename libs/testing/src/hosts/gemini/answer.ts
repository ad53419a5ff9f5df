import { usageOf } from '../conversation/usage-of.ts';
import type { HostReply, HostRequest } from '../host.ts';
import { demand } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { isObject } from '../shape.ts';
import { toCamelCase } from './camel-case.ts';
import { readGenerate } from './read.ts';
import type { GeminiSurface } from './surface.ts';
import { type GenerateBody, verifyGenerate } from './verify.ts';
import { writeChunks, writeWhole } from './write.ts';

/** `:generateContent`. */
export function answerWhole(request: HostRequest, model: string, surface: GeminiSurface): HostReply {
  const conversation = understand(readBody(request), model, false, surface);
  return { ...jsonReply(200, writeWhole(conversation, surface)), conversation };
}

/** `:streamGenerateContent`: events with CRLF between them, or one JSON array without `alt=sse`. */
export function answerStream(request: HostRequest, model: string, surface: GeminiSurface): HostReply {
  const conversation = understand(readBody(request), model, true, surface);
  const chunks = writeChunks(conversation, surface);
  if (request.query.get('alt') === 'sse')
    return {
      ...eventsReply(
        chunks.map((data) => ({ data })),
        '\r\n',
      ),
      conversation,
    };
  const body = `[${chunks.map((chunk) => JSON.stringify(chunk, null, 2)).join('\n,\r\n')}\n]\n`;
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body, conversation };
}

/** `:countTokens`, of contents or of a whole request. */
export function answerCount(request: HostRequest, model: string, surface: GeminiSurface): HostReply {
  const { generateContentRequest, ...rest } = readBody(request);
  const asked = isObject(generateContentRequest) ? generateContentRequest : rest;
  const conversation = understand(asked, model, false, surface);
  return { ...jsonReply(200, { totalTokens: usageOf(conversation).promptTokens }), conversation };
}

export function readBody(request: HostRequest): GenerateBody {
  const body = request.json();
  demand(body, 'Invalid JSON payload received.');
  return toCamelCase(body) as GenerateBody;
}

function understand(body: GenerateBody, model: string, stream: boolean, surface: GeminiSurface) {
  verifyGenerate(body, model, surface);
  return readGenerate(body, model, stream);
}
