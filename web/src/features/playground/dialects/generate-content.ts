import type { ChatMessage, Part, Usage } from '../chat.ts';
import type { Dialect } from './dialect.ts';
import { failureIn } from './failure.ts';
import { isJson, type Json, listAt, numberAt, objectAt, present, textAt } from './json.ts';

/** Google's generateContent. */
export const generateContent: Dialect = {
  name: 'gemini',
  title: 'generateContent',
  path: (model) => `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
  headers: (key) => ({ 'x-goog-api-key': key }),
  body: (request) => {
    const config = present({
      temperature: request.temperature,
      topP: request.topP,
      maxOutputTokens: request.maxTokens,
    });
    return present({
      systemInstruction: request.system === '' ? undefined : { parts: [{ text: request.system }] },
      contents: request.messages.map(writeContent),
      generationConfig: Object.keys(config).length === 0 ? undefined : config,
    });
  },
  read: (event) => {
    const failure = failureIn(event);
    if (failure !== undefined) return [{ type: 'error', failure }];
    const blocked = textAt(objectAt(event, 'promptFeedback'), 'blockReason');
    return [
      ...listAt(event, 'candidates').flatMap(readCandidate),
      ...readUsage(objectAt(event, 'usageMetadata')),
      ...(blocked === '' ? [] : [{ type: 'finish' as const, reason: blocked }]),
    ];
  },
};

function writeContent({ role, text, pictures }: ChatMessage): Json {
  return {
    role: role === 'user' ? 'user' : 'model',
    parts: [
      ...pictures.map(({ type, data }) => ({ inlineData: { mimeType: type, data } })),
      ...(text === '' ? [] : [{ text }]),
    ],
  };
}

function readCandidate(candidate: unknown): Part[] {
  const parts = listAt(objectAt(candidate, 'content'), 'parts').flatMap(readPart);
  const reason = textAt(candidate, 'finishReason');
  return reason === '' ? parts : [...parts, { type: 'finish', reason }];
}

function readPart(part: unknown): Part[] {
  const call = objectAt(part, 'functionCall');
  if (textAt(call, 'name') !== '') {
    return [{ type: 'tool', key: '', name: textAt(call, 'name'), text: JSON.stringify(call.args ?? {}) }];
  }
  const text = textAt(part, 'text');
  if (text === '') return [];
  return [{ type: isJson(part) && part.thought === true ? 'reasoning' : 'text', text }];
}

function readUsage(usage: Json): Part[] {
  const thoughts = numberAt(usage, 'thoughtsTokenCount');
  const answer = numberAt(usage, 'candidatesTokenCount');
  const counted: Usage = present({
    input: numberAt(usage, 'promptTokenCount'),
    output: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    cached: numberAt(usage, 'cachedContentTokenCount'),
    reasoning: thoughts,
  });
  return Object.keys(counted).length === 0 ? [] : [{ type: 'usage', usage: counted }];
}
