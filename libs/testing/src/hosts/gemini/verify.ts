import type { Static } from 'typebox';
import { demand } from '../refusal.ts';
import { expectShape, isObject } from '../shape.ts';
import { type GeminiModel, geminiModel } from './gemini-model.ts';
import { googleSchemaFault } from './google-schema.ts';
import { GenerateRequest } from './schema.ts';
import type { GeminiSurface } from './surface.ts';
import { verifyContents } from './verify-contents.ts';

export type GenerateBody = Record<string, unknown>;
type Request = Static<typeof GenerateRequest>;

/** Refuses what Google refuses of a body for this model, and what the platform does. */
export function verifyGenerate(body: GenerateBody, modelName: string, surface: GeminiSurface): void {
  const unknown = Object.keys(body).find(
    (name) => !(name in GenerateRequest.properties) || surface.refuses?.includes(name),
  );
  demand(unknown === undefined, `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  const request = expectShape(GenerateRequest, body);
  const model = geminiModel(modelName);
  verifyTools(request, model, surface);
  verifyFormat(request, model);
  verifyThinking(request, model);
  verifyContents(request.contents, model, surface);
}

function verifyTools(
  { tools = [], toolConfig = {} }: Request,
  { jsonWithTools }: GeminiModel,
  { serverSideTools = true }: GeminiSurface,
): void {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  for (const [at, { parameters, parametersJsonSchema }] of declared.entries()) {
    const where = `tools[0].function_declarations[${at}].parameters`;
    demand(
      parameters === undefined || parametersJsonSchema === undefined,
      `${where}: parameters and parameters_json_schema are mutually exclusive.`,
    );
    const fault = parameters && googleSchemaFault(parameters, where);
    demand(!fault, fault ?? '');
    demand(
      parametersJsonSchema === undefined || isObject(parametersJsonSchema),
      `${where}_json_schema: must be a JSON Schema.`,
    );
  }
  const names = declared.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  demand(twice === undefined, `Duplicate function declaration found: ${twice}`);
  const builtIn = tools.some((tool) => Object.keys(tool).some((name) => name !== 'functionDeclarations'));
  const mixed = builtIn && names.length > 0;
  demand(!mixed || jsonWithTools, 'Built-in tools and function calling cannot be combined in the same request.');
  const leave = toolConfig.includeServerSideToolInvocations;
  demand(
    leave === undefined || serverSideTools,
    'Invalid JSON payload received. Unknown name "includeServerSideToolInvocations" at \'tool_config\': Cannot find field.',
  );
  demand(
    !mixed || leave || !serverSideTools,
    'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
  );
  const { mode = 'AUTO', allowedFunctionNames: allowed } = toolConfig.functionCallingConfig ?? {};
  if (!allowed) return;
  demand(
    ['ANY', 'VALIDATED'].includes(String(mode).toUpperCase()),
    'Allowed function names should only be set when function calling mode is ANY.',
  );
  const stray = allowed.find((name) => !names.includes(name));
  demand(stray === undefined, `allowed_function_names: ${stray} is not declared.`);
}

function verifyFormat({ generationConfig = {}, tools = [] }: Request, model: GeminiModel): void {
  const { responseMimeType: type, responseSchema, responseJsonSchema } = generationConfig;
  demand(
    responseSchema === undefined || responseJsonSchema === undefined,
    'response_schema and response_json_schema cannot both be set.',
  );
  if (responseSchema !== undefined || responseJsonSchema !== undefined)
    demand(
      type !== undefined && type !== 'text/plain',
      'A response schema needs response_mime_type application/json or text/x.enum.',
    );
  const fault = responseSchema && googleSchemaFault(responseSchema, 'generation_config.response_schema');
  demand(!fault, fault ?? '');
  demand(
    type !== 'application/json' || tools.length === 0 || model.jsonWithTools,
    "Function calling with a response mime type: 'application/json' is unsupported",
  );
}

function verifyThinking({ generationConfig = {} }: Request, { levels, budget }: GeminiModel): void {
  const { thinkingBudget, thinkingLevel } = generationConfig.thinkingConfig ?? {};
  demand(
    thinkingBudget === undefined || thinkingLevel === undefined,
    'You can only set one of thinking budget and thinking level.',
  );
  if (thinkingLevel !== undefined) {
    demand(levels.length > 0, 'Thinking level is not supported for this model.');
    demand(
      levels.includes(String(thinkingLevel).toUpperCase()),
      `Thinking level ${thinkingLevel} is not supported for this model.`,
    );
  }
  if (thinkingBudget === undefined || thinkingBudget === -1) return;
  demand(thinkingBudget !== 0 || budget.least === 0, 'Budget 0 is invalid. This model only works in thinking mode.');
  demand(
    thinkingBudget === 0 || (thinkingBudget >= budget.least && thinkingBudget <= budget.most),
    `The thinking budget ${thinkingBudget} is invalid. Please choose a value between ${budget.least} and ${budget.most}.`,
  );
}
