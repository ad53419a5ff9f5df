import { demand } from '../refusal.ts';
import { expectShape, isObject, unknownMember } from '../shape.ts';
import { strictSchemaFault } from '../strict-schema.ts';
import { chatMembers, chatRoles } from './members.ts';
import type { ChatBody, OpenaiChatOptions } from './options.ts';
import { ChatRequest, FunctionTool } from './schema.ts';
import { verifyMessages } from './verify-messages.ts';

/** Refuses what OpenAI refuses of a body, by the host's own lists of members and roles. */
export function verifyChat(body: ChatBody, options: OpenaiChatOptions): void {
  const { accepts = [], refuses = [], ignoresUnknown = false, roles = chatRoles } = options;
  const known = [...chatMembers, ...accepts].filter((name) => ignoresUnknown || !refuses.includes(name));
  const refused = ignoresUnknown ? refuses.find((name) => name in body) : unknownMember(body, known);
  demand(refused === undefined, `Unknown parameter: '${refused}'.`, {
    code: 'unknown_parameter',
    ...(refused !== undefined && { param: refused }),
  });
  const request = expectShape(ChatRequest, body);
  demand(
    !request.stream_options || request.stream === true,
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    { param: 'stream_options' },
  );
  verifyTools(body);
  const format = request.response_format;
  if (format?.type === 'json_schema') {
    demand(format.json_schema, "Missing required parameter: 'response_format.json_schema'.");
    const fault = format.json_schema.strict ? strictSchemaFault(format.json_schema.schema) : undefined;
    demand(!fault, `Invalid schema for response_format '${format.json_schema.name}': ${fault}`);
  }
  verifyMessages(body.messages as ChatBody[], roles, options);
  for (const rule of options.rules ?? []) rule(body);
}

function verifyTools({ tools, tool_choice, parallel_tool_calls }: ChatBody): void {
  if (!Array.isArray(tools)) {
    demand(
      tool_choice === undefined || tool_choice === 'none',
      "'tool_choice' is only allowed when 'tools' are specified.",
    );
    demand(parallel_tool_calls === undefined, "'parallel_tool_calls' is only allowed when 'tools' are specified.");
    return;
  }
  for (const [at, tool] of tools.entries()) {
    const { name, parameters, strict } = expectShape(FunctionTool, tool, `tools[${at}]`).function;
    demand(
      parameters === undefined || parameters.type === 'object',
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
    );
    const fault = strict ? strictSchemaFault(parameters) : undefined;
    demand(!fault, `Invalid schema for function '${name}': ${fault}`);
  }
  if (!isObject(tool_choice)) return;
  const chosen = (tool_choice.function as { name: string }).name;
  demand(
    tools.some((tool) => tool.function.name === chosen),
    `Tool choice '${chosen}' not found in 'tools' parameter.`,
    { param: 'tool_choice' },
  );
}
