import { parseObject } from '../../upstream/parse-object.ts';
import type { JsonSchema } from './conversation.ts';

/** The JSON schema that a prompt ends with, for models that are told in words what their JSON shall be. */
export function schemaIn(transcript: string): JsonSchema | undefined {
  for (const paragraph of transcript.split('\n').flatMap((line) => /\{.*\}/.exec(line) ?? [])) {
    const schema = parseObject(paragraph);
    if (schema?.type === 'object' && schema.properties !== undefined) return schema;
  }
  return undefined;
}
