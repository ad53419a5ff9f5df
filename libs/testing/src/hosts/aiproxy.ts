import { Type } from 'typebox';
import { answerTo } from './conversation/answer-to.ts';
import { createConversation } from './conversation/conversation.ts';
import { piecesOf } from './conversation/pieces.ts';
import type { Host } from './host.ts';
import { bearer } from './proof/proof.ts';
import { demand, orRefuse } from './refusal.ts';
import { eventsReply, jsonReply } from './reply.ts';
import { expectShape } from './shape.ts';

const Body = Type.Object(
  {
    model: Type.String({ minLength: 1 }),
    query: Type.String({ minLength: 1 }),
    libraryId: Type.String({ minLength: 1 }),
    stream: Type.Boolean(),
  },
  { additionalProperties: false },
);
const documents = [{ title: 'Almanac', url: 'https://almanac.example/1' }];

/** AI Proxy with one library. What it refuses, it refuses with status 200. */
export function aiproxyHost({ key, library }: { key: string; library: string }): Host {
  const proof = bearer(key);
  return {
    name: 'aiproxy',
    handle: (request) =>
      orRefuse(
        ({ message }) => jsonReply(200, { success: false, errCode: 1, message }),
        () => {
          if (request.method !== 'POST' || request.path !== '/api/library/ask') return undefined;
          demand(!proof(request), 'Authorization failed');
          const { model, query, libraryId, stream } = expectShape(Body, request.json());
          demand(libraryId === library, 'library not found');
          const conversation = createConversation({ model, text: query, stream });
          const answer = answerTo(conversation).text;
          if (!stream) return { ...jsonReply(200, { success: true, answer, documents, errCode: 0 }), conversation };
          const frames = piecesOf(answer).map((content) => ({ data: { content, finish: false, model } }));
          const last = { data: { content: '', finish: true, model, documents } };
          return { ...eventsReply([...frames, last]), conversation };
        },
      ),
  };
}
