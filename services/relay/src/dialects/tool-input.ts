import type { Json, ToolCallPart } from './canonical.ts';
import { isObject } from './json.ts';
import { parseJson } from './parse-json.ts';

/** The arguments of a call as an object, which some hosts want; undefined when their text is no JSON object. */
export function parseInput(call: Pick<ToolCallPart, 'arguments' | 'custom'>): Json | undefined {
  if (call.custom) return { input: call.arguments };
  if (call.arguments.trim() === '') return {};
  const input = parseJson(call.arguments);
  return isObject(input) ? input : undefined;
}
