import { sealOf } from '../conversation/seal.ts';
import { demand } from '../refusal.ts';
import { expectShape, isText } from '../shape.ts';
import type { GeminiModel } from './gemini-model.ts';
import { parts as partShapes } from './schema.ts';
import type { GeminiSurface } from './surface.ts';

export type Part = Readonly<Record<string, unknown>>;

export interface Content {
  readonly role?: string;
  readonly parts: readonly Part[];
}

/** Stands for the signature of a call that no Gemini made. */
const sentinel = 'skip_thought_signature_validator';

/** The signature of the first call of a turn, by the name of the function. */
export function callSignature(name: string): string {
  return sealOf('functionCall', name);
}

/** Refuses contents whose roles do not alternate, whose calls are not answered, or whose signatures are lost. */
export function verifyContents(contents: readonly Content[], model: GeminiModel, surface: GeminiSurface): void {
  let awaited: Part[] = [];
  let previous = '';
  for (const [at, { role: given, parts }] of contents.entries()) {
    demand(given !== undefined || !surface.rolesRequired, 'Please use a valid role: user, model.');
    const role = given ?? 'user';
    demand(role === 'user' || role === 'model', 'Please use a valid role: user, model.');
    demand(role !== previous, 'Please ensure that multiturn requests alternate between user and model.');
    demand(
      at > 0 || role === 'user',
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    );
    previous = role;
    for (const [n, part] of parts.entries()) verifyPart(part, role, `contents[${at}].parts[${n}]`, surface);
    verifyResponses(parts, awaited);
    awaited = parts
      .filter(({ functionCall }) => functionCall !== undefined)
      .map(({ functionCall }) => functionCall as Part);
    if (model.signsCalls) verifySignature(parts, at);
  }
  demand(previous === 'user', 'Please ensure that single turn requests end with a user role.');
}

function verifyPart(part: Part, role: string, where: string, { callIds = true }: GeminiSurface): void {
  const kinds = Object.keys(partShapes).filter((name) => part[name] !== undefined);
  demand(kinds.length > 0, `${where}.data: required oneof field 'data' must have one initialized field`);
  const [kind] = kinds as [keyof typeof partShapes];
  expectShape(partShapes[kind], part, where);
  demand(part.text !== '' || part.thoughtSignature !== undefined, `${where}.text: must not be empty.`);
  demand(kind !== 'functionCall' || role === 'model', `${where}: function calls belong to the model.`);
  demand(kind !== 'functionResponse' || role === 'user', `${where}: function responses belong to the user.`);
  if (kind !== 'functionCall' && kind !== 'functionResponse') return;
  const { id } = part[kind] as { id?: string };
  demand(
    callIds || id === undefined,
    `Invalid JSON payload received. Unknown name "id" at '${where}': Cannot find field.`,
  );
}

/** Responses answer the calls of the turn before: as many, by id where there is one, else by name and order. */
function verifyResponses(parts: readonly Part[], calls: readonly Part[]): void {
  const responses = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse as Part] : []));
  demand(
    responses.length === calls.length,
    'Please ensure that the number of function response parts is equal to the number of function call parts ' +
      'of the function call turn.',
  );
  for (const [at, { id, name }] of responses.entries()) {
    const call = id === undefined ? calls[at] : calls.find((each) => each.id === id);
    demand(call, `The function response for ${name} has an id that no function call has: ${id}.`);
    demand(call.name === name, `The function response ${name} does not match the function call ${call.name}.`);
  }
}

function verifySignature(parts: readonly Part[], at: number): void {
  const first = parts.find(({ functionCall }) => functionCall !== undefined);
  if (!first) return;
  const { name } = first.functionCall as { name: string };
  const { thoughtSignature } = first;
  demand(
    isText(thoughtSignature),
    `Function call is missing a thought_signature in functionCall parts. Function call \`${name}\`, position ${at}.`,
  );
  const accepted = [callSignature(name), sentinel, Buffer.from(sentinel).toString('base64')];
  demand(accepted.includes(thoughtSignature), 'Corrupted thought signature.');
}
