import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { createConversation } from './conversation/conversation.ts';
import { googleError } from './gemini/google-error.ts';
import type { Host } from './host.ts';
import { anyProof, headerKey, queryKey } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { expectShape } from './shape.ts';

const closed = { additionalProperties: false };
const Message = Type.Object({ author: Type.Enum(['0', '1']), content: Type.String({ minLength: 1 }) }, closed);
const Body = Type.Object(
  {
    prompt: Type.Object(
      { context: Type.Optional(Type.String()), messages: Type.Array(Message, { minItems: 1 }) },
      closed,
    ),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    candidateCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
    topP: Type.Optional(Type.Number()),
    topK: Type.Optional(Type.Integer()),
  },
  closed,
);

/** The PaLM API's `generateMessage`, which never streams and counts no tokens. */
export function palm(key: string): Host {
  const proof = anyProof(queryKey('key', key), headerKey('x-goog-api-key', key));
  return {
    name: 'palm',
    handle(request) {
      const [, model] = /^\/v1beta2\/models\/([^/:]+):generateMessage$/.exec(decodeURIComponent(request.path)) ?? [];
      if (request.method !== 'POST' || model === undefined) return undefined;
      return orRefuse(googleError, () => {
        const reason = proof(request);
        demand(!reason, `API key not valid: ${reason}`, { code: 'API_KEY_INVALID' });
        const { prompt, candidateCount = 1 } = expectShape(Body, request.json());
        const { context = '', messages } = prompt;
        const last = messages.at(-1);
        demand(last?.author === '0', 'The last message must be of the one who asks.');
        const transcript = messages.map(({ content }) => content).join('\n');
        const conversation = createConversation({ model, system: context, text: last.content, transcript });
        const candidate = { author: '1', content: answerTo(conversation).text };
        const candidates = Array.from({ length: candidateCount }, () => candidate);
        return { ...jsonReply(200, { candidates, messages }), conversation };
      });
    },
  };
}
