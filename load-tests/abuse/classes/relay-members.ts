import type { Case, CaseClass } from '../case.ts';
import { ask } from '../doors.ts';
import type { Stage } from '../stage.ts';
import { exchange } from '../wire.ts';
import { crossedDoors, type OpenDoor, ownDoors } from './open-doors.ts';

/** Every member of a request of every door, replaced by everything that it should not be. */
export const relaySweep: CaseClass = {
  name: 'relay: members replaced',
  isQuick: false,
  cases: () => [...ownDoors, ...crossedDoors].filter(({ isForm }) => !isForm).flatMap(sweep),
};

const replacements: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '""',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":{"b":[1]}}',
  `"${'é'.repeat(5_000)}"`,
];

/** A request of every member that a door's dialect has. */
const rich: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  chat: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'y' },
    ],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    tool_choice: 'auto',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
    reasoning_effort: 'low',
    stop: ['a'],
    max_tokens: 5,
    n: 1,
    temperature: 1,
    stream: false,
    user: 'u',
    prompt_cache_key: 'k',
    metadata: { a: 'b' },
  },
  responses: {
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'x' }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'y' },
    ],
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
    tool_choice: 'auto',
    text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
    reasoning: { effort: 'low' },
    max_output_tokens: 50,
    store: false,
    include: ['reasoning.encrypted_content'],
    background: false,
    conversation: null,
    previous_response_id: null,
  },
  messages: {
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'y' }] },
    ],
    tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'auto' },
    max_tokens: 50,
    stop_sequences: ['a'],
    metadata: { user_id: 'u' },
    thinking: { type: 'disabled' },
  },
  gemini: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'x' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { a: 1 } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: {} } }] }],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    generationConfig: {
      maxOutputTokens: 50,
      stopSequences: ['a'],
      candidateCount: 1,
      thinkingConfig: { thinkingBudget: 0 },
    },
    safetySettings: [],
  },
};

function sweep(door: OpenDoor): Case[] {
  const members = { ...door.members, ...rich[door.name.split(/[ ,]/, 1)[0] ?? ''] };
  const whole = {
    ...members,
    ...(door.shape === 'gemini' ? {} : { model: door.model }),
    ...(door.members.stream ? { stream: true } : {}),
  };
  return pathsIn(whole).flatMap((path) =>
    replacements.map((json) => ({
      row: `${path.join('.')} = ${json.slice(0, 20)}`,
      door: door.name,
      shape: door.shape,
      expected: [200, 400, 403, 404],
      // Another model may be named by a member that holds one.
      upstreamCalls: 1,
      send: (stage: Stage) =>
        exchange(stage.relayUrl, [
          ask(door, {
            key: stage.served.key,
            model: door.model,
            body: JSON.stringify(replaced(whole, path, JSON.parse(json))),
          }),
        ]),
    })),
  );
}

/** Ways to every value inside, outer ones first. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [[...path]] : [];
  const inner = Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]));
  return path.length > 0 ? [[...path], ...inner] : inner;
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const members = copy as Record<string, unknown>;
  members[name] = replaced(members[name], rest, by);
  return copy;
}
