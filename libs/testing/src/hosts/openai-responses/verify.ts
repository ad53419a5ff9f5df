import { demand } from '../refusal.ts';
import { expectShape, isObject } from '../shape.ts';
import { strictSchemaFault } from '../strict-schema.ts';
import { CustomTool, FunctionTool, ResponsesRequest } from './schema.ts';
import { verifyItems } from './verify-items.ts';

export type ResponsesBody = Record<string, unknown>;

/** Refuses what OpenAI refuses of a body. */
export function verifyResponses(body: ResponsesBody, refuses: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => refuses.includes(name) || !(name in ResponsesRequest.properties));
  demand(unknown === undefined, `Unknown parameter: '${unknown}'.`, {
    code: 'unknown_parameter',
    ...(unknown !== undefined && { param: unknown }),
  });
  const { tools = [], tool_choice, text, input } = expectShape(ResponsesRequest, body);
  for (const [at, tool] of tools.entries()) {
    if (tool.type === 'custom') expectShape(CustomTool, tool, `tools[${at}]`);
    // Tools that OpenAI runs have types of their own.
    if (tool.type !== 'function') continue;
    demand(!('function' in tool), `Missing required parameter: 'tools[${at}].name'.`, { param: `tools[${at}].name` });
    // Here strict is the default, unlike on chat completions.
    const { name, parameters, strict = true } = expectShape(FunctionTool, tool, `tools[${at}]`);
    const fault = strict && parameters ? strictSchemaFault(parameters) : undefined;
    demand(!fault, `Invalid schema for function '${name}': ${fault}`, { code: 'invalid_function_parameters' });
  }
  if (isObject(tool_choice))
    demand(
      tools.some((tool) => (tool as { name?: string }).name === tool_choice.name),
      `Tool choice '${tool_choice.name}' not found in 'tools' parameter.`,
      { param: 'tool_choice' },
    );
  const format = text?.format;
  if (format?.type === 'json_schema') {
    const fault = format.strict === false ? undefined : strictSchemaFault(format.schema);
    demand(!fault, `Invalid schema for response_format '${format.name}': ${fault}`, { param: 'text.format.schema' });
  }
  demand(
    format?.type !== 'json_object' || /json/i.test(JSON.stringify(input)),
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
    { param: 'input' },
  );
  if (typeof input !== 'string') verifyItems(input, body.previous_response_id !== undefined);
}
