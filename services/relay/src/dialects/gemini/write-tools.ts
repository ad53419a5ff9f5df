import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Tool, ToolChoice } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import type { Capabilities } from './capabilities.ts';
import { ReferenceRoom, toGoogleSchema } from './schema.ts';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

/** Tools and their choice. `functions`: some are declared. Throws a GatewayError (400) for a name that Google refuses. */
export function writeTools(
  request: ChatRequest,
  { jsonSchemas, mixes }: Capabilities,
  warn: Warn,
): { tools: Json; functions: boolean } {
  const room = new ReferenceRoom();
  const declared = request.tools.flatMap((tool) =>
    tool.type === 'function' ? [writeFunction(tool, jsonSchemas, room)] : [],
  );
  const functions = declared.length > 0;
  const hosted = request.tools.flatMap((tool) => writeHosted(tool, warn));
  const dropped = functions && hosted.length > 0 && !mixes;
  if (dropped) warn('tools', 'this model cannot have functions and tools of the host together: it has the functions');
  const tools = [...(functions ? [{ functionDeclarations: declared }] : []), ...(dropped ? [] : hosted)];
  if (tools.length === 0) return { tools: {}, functions };
  const mixed = functions && tools.length > 1;
  const config = functions ? writeChoice(request.toolChoice, mixed) : undefined;
  const toolConfig = {
    ...(config && { functionCallingConfig: config }),
    // Both kinds together are refused unless the host may tell of its own calls.
    ...(mixed && { includeServerSideToolInvocations: true }),
  };
  return { tools: { tools, ...(Object.keys(toolConfig).length > 0 && { toolConfig }) }, functions };
}

/** A name as it stands in a call of the past, where refusing it would help nobody. */
export function writeToolName(name: string): string {
  const known = name.replace(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, 128);
  return namePattern.test(known) ? known : `_${known.slice(0, 127)}`;
}

function writeFunction(tool: Extract<Tool, { type: 'function' }>, jsonSchemas: boolean, room: ReferenceRoom): Json {
  const { name, description, parameters } = tool;
  if (!namePattern.test(name))
    throw badRequest(
      `The tool name ${name} must begin with a letter or _ and hold letters, digits and _ . : - alone.`,
      'tools',
    );
  // A schema of an object that has no members is refused.
  const empty = !parameters || (isObject(parameters.properties) && Object.keys(parameters.properties).length === 0);
  return {
    name,
    ...(description && { description }),
    ...(jsonSchemas && !empty && { parametersJsonSchema: parameters }),
    ...(!jsonSchemas && !empty && { parameters: toGoogleSchema(parameters, room) }),
  };
}

function writeHosted(tool: Tool, warn: Warn): Json[] {
  switch (tool.type) {
    case 'function':
      return [];
    case 'web-search':
      if (tool.allowedDomains) warn('tools', 'the upstream searches the whole web');
      return [{ googleSearch: {} }];
    case 'hosted':
      if (tool.dialect === 'gemini') return [tool.value];
      warn('tools', `the upstream has no ${asText(tool.value.type)}`);
      return [];
    case 'custom':
      warn('tools', `${tool.name}: the upstream has no tools with free text`);
      return [];
  }
}

/** `mixed`: beside tools of the host, where AUTO is not taken and VALIDATED leaves the same choice. */
function writeChoice(choice: ToolChoice | undefined, mixed: boolean): Json | undefined {
  switch (choice?.type) {
    case undefined:
      return undefined;
    case 'auto':
      return { mode: mixed ? 'VALIDATED' : 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
    case 'allowed':
      return { mode: choice.mode === 'required' ? 'ANY' : 'VALIDATED', allowedFunctionNames: choice.names };
  }
}
