import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';

/** What a key of Dify's opens: one application. */
export interface Application {
  readonly kind: 'chat' | 'completion' | 'workflow';
  /** The variable of the form that takes the question. */
  readonly input: string;
  /** Further variables of the form. */
  readonly inputs: Json;
}

/** From the channel's `other`: a kind alone, or JSON such as {"kind":"workflow","input":"query","inputs":{}}. */
export function readApplication(other: string): Application {
  const parsed = parseJson(other);
  const given = isObject(parsed) ? parsed : { kind: other.trim() };
  return {
    kind: given.kind === 'completion' || given.kind === 'workflow' ? given.kind : 'chat',
    input: typeof given.input === 'string' ? given.input : 'query',
    inputs: isObject(given.inputs) ? given.inputs : {},
  };
}
