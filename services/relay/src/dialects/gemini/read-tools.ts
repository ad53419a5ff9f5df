import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Tool } from '../canonical.ts';
import { isObject } from '../json.ts';
import { camelCase, member, objectMember, objectsMember, textMember } from './members.ts';
import { fromGoogleSchema } from './schema.ts';

export function readTools(tools: readonly Json[]): Tool[] {
  return tools.flatMap((tool) =>
    Object.entries(tool).flatMap(([key, value]): Tool[] => {
      switch (camelCase(key)) {
        case 'functionDeclarations':
          return objectsMember(tool, 'functionDeclarations').map(readFunction);
        case 'googleSearch':
        case 'googleSearchRetrieval':
          return [{ type: 'web-search' }];
        default:
          return [{ type: 'hosted', dialect: 'gemini', value: { [camelCase(key)]: value } }];
      }
    }),
  );
}

function readFunction(declaration: Json): Tool {
  const name = textMember(declaration, 'name');
  if (name === '') throw badRequest('Each of functionDeclarations must have a name.', 'tools');
  const description = textMember(declaration, 'description');
  const jsonSchema = member(declaration, 'parametersJsonSchema');
  const schema = declaration.parameters;
  const parameters = isObject(jsonSchema) ? jsonSchema : isObject(schema) ? fromGoogleSchema(schema) : undefined;
  return { type: 'function', name, ...(description && { description }), ...(parameters && { parameters }) };
}

export function readToolChoice(body: Json): Pick<ChatRequest, 'toolChoice'> {
  const config = objectMember(objectMember(body, 'toolConfig'), 'functionCallingConfig');
  const given = member(config, 'allowedFunctionNames');
  const names = Array.isArray(given) ? given.filter((name) => typeof name === 'string') : [];
  const [only, second] = names;
  switch (textMember(config, 'mode').toUpperCase()) {
    case 'NONE':
      return { toolChoice: { type: 'none' } };
    case 'ANY':
      if (only === undefined) return { toolChoice: { type: 'required' } };
      if (second === undefined) return { toolChoice: { type: 'tool', name: only } };
      return { toolChoice: { type: 'allowed', mode: 'required', names } };
    case 'AUTO':
    case 'VALIDATED':
      return { toolChoice: only === undefined ? { type: 'auto' } : { type: 'allowed', mode: 'auto', names } };
    default:
      return {};
  }
}
