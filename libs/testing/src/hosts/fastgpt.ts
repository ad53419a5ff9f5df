import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { attachmentOfUrl } from './conversation/attachment.ts';
import { createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import type { Host } from './host.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { eventsReply, jsonReply } from './reply.ts';
import { elements, expectShape, isObject, isText } from './shape.ts';

const Body = Type.Object({
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.Unknown() }), { minItems: 1 }),
  stream: Type.Optional(Type.Boolean()),
  // With details a stream has events that are none of OpenAI's.
  detail: Type.Literal(false),
});
const constant = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 };
const unnamed = { id: '', model: '' };

/** An application of FastGPT's: answers whole in blocks, tells no true usage and leaves its ids empty. */
export function fastgptHost({ key }: { key: string }): Host {
  const proof = bearer(key);
  return {
    name: 'fastgpt',
    handle: (request) =>
      orRefuse(
        ({ message, code }) => jsonReply(500, { code: 500, statusText: code ?? '', message, data: null }),
        () => {
          if (request.method !== 'POST' || request.path !== '/api/v1/chat/completions') return undefined;
          demand(!proof(request), 'Key is error', { code: 'unAuthApiKey' });
          const { messages, stream } = expectShape(Body, request.json());
          const conversation = createConversation({
            model: 'application',
            stream: stream === true,
            ...readContent(messages.at(-1)?.content),
            transcript: messages.map(({ content }) => readContent(content).text).join('\n'),
          });
          const pieces = piecesOf(answerTo(conversation).text);
          if (!stream) {
            const content = pieces.map((piece) => ({ type: 'text', text: { content: piece } }));
            const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
            return { ...jsonReply(200, { ...unnamed, usage: constant, choices }), conversation };
          }
          const chunk = (content: string | null, finish_reason: string | null) => ({
            data: {
              ...unnamed,
              object: '',
              created: 0,
              choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason }],
            },
          });
          const chunks = [...pieces.map((piece) => chunk(piece, null)), chunk(null, 'stop'), { data: '[DONE]' }];
          return { ...eventsReply(chunks), conversation };
        },
      ),
  };
}

/** Pictures are read where the application allows uploads, as this one does. */
function readContent(content: unknown) {
  const parts = isText(content) ? [{ text: content }] : elements(content).filter(isObject);
  return {
    text: parts.map(({ text }) => (isText(text) ? text : '')).join(''),
    images: parts.flatMap(({ image_url: image }) => (isObject(image) ? [attachmentOfUrl(String(image.url))] : [])),
  };
}
