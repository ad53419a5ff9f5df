import { type Attachment, attachmentOf } from '../conversation/attachment.ts';
import {
  type AskedReasoning,
  type Conversation,
  createConversation,
  type JsonSchema,
} from '../conversation/conversation.ts';
import { isObject, isText } from '../shape.ts';
import { geminiModel } from './gemini-model.ts';
import type { GenerateBody } from './verify.ts';
import type { Content, Part } from './verify-contents.ts';

interface Config {
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly responseMimeType?: string;
  readonly responseSchema?: JsonSchema;
  readonly responseJsonSchema?: JsonSchema;
  readonly thinkingConfig?: { includeThoughts?: boolean; thinkingBudget?: number; thinkingLevel?: string };
}

interface Declared {
  readonly name: string;
  readonly parameters?: JsonSchema;
  readonly parametersJsonSchema?: JsonSchema;
}

/** What a verified body asks. */
export function readGenerate(body: GenerateBody, model: string, stream: boolean): Conversation {
  const contents = body.contents as Content[];
  const all = contents.flatMap(({ parts }) => parts);
  const config = (body.generationConfig ?? {}) as Config;
  const tools = (body.tools ?? []) as { functionDeclarations?: Declared[] }[];
  const received = all.flatMap((part) => [part, ...innerParts(part)]).flatMap(attachmentIn);
  const ofType = (type: RegExp) =>
    received.filter(({ mimeType }) => type.test(mimeType)).map(({ attachment }) => attachment);
  return createConversation({
    model,
    stream,
    system: textOf((body.systemInstruction as Content | undefined)?.parts ?? []),
    text: textOf(contents.findLast(({ role = 'user', parts }) => role === 'user' && textOf(parts) !== '')?.parts ?? []),
    transcript: all.map(transcribe).join('\n'),
    images: ofType(/^image\//),
    documents: ofType(/^(?!image\/|audio\/)/),
    audio: ofType(/^audio\//),
    tools: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parameters, parametersJsonSchema }) => ({
        name,
        schema: parametersJsonSchema ?? parameters ?? { type: 'object', properties: {} },
      })),
    toolChoice: choiceOf(body.toolConfig),
    results: resultsOf(contents.at(-1)),
    reasoning: reasoningOf(config, model),
    replayed: all.flatMap(({ thought, text, thoughtSignature }) =>
      thought || thoughtSignature
        ? [{ text: thought ? String(text) : '', signature: String(thoughtSignature ?? '') }]
        : [],
    ),
    format:
      config.responseMimeType === 'application/json'
        ? { schema: config.responseJsonSchema ?? config.responseSchema }
        : undefined,
    maxTokens: config.maxOutputTokens,
    stop: config.stopSequences ?? [],
  });
}

/** These models think unless they are told not to, and show it only when asked. */
function reasoningOf({ thinkingConfig = {} }: Config, model: string): AskedReasoning | undefined {
  const { includeThoughts = false, thinkingBudget, thinkingLevel } = thinkingConfig;
  if (thinkingBudget === 0 || /embedding|image|tts/.test(model)) return undefined;
  const effort = thinkingLevel ?? (geminiModel(model).levels.length > 0 ? 'HIGH' : undefined);
  return { effort: effort?.toLowerCase(), budgetTokens: thinkingBudget, shown: includeThoughts };
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (isText(text) && !thought ? text : '')).join('');
}

function transcribe({ text, functionCall, functionResponse }: Part): string {
  if (isObject(functionCall)) return `${functionCall.name}${JSON.stringify(functionCall.args ?? {})}`;
  if (isObject(functionResponse)) return resultText(functionResponse.response);
  return isText(text) ? text : '';
}

function innerParts({ functionResponse }: Part): Part[] {
  return ((functionResponse as { parts?: Part[] } | undefined)?.parts ?? []) as Part[];
}

function attachmentIn({ inlineData, fileData }: Part): { mimeType: string; attachment: Attachment }[] {
  if (isObject(inlineData)) {
    const mimeType = String(inlineData.mimeType);
    return [{ mimeType, attachment: attachmentOf(mimeType, String(inlineData.data)) }];
  }
  if (!isObject(fileData)) return [];
  return [{ mimeType: String(fileData.mimeType ?? ''), attachment: { url: String(fileData.fileUri) } }];
}

function choiceOf(toolConfig: unknown): Conversation['toolChoice'] {
  const { functionCallingConfig } = (toolConfig ?? {}) as { functionCallingConfig?: Record<string, unknown> };
  const { mode = 'AUTO', allowedFunctionNames: [only, ...others] = [] } = (functionCallingConfig ?? {}) as {
    mode?: string;
    allowedFunctionNames?: string[];
  };
  if (mode.toUpperCase() === 'NONE') return 'none';
  if (mode.toUpperCase() !== 'ANY') return 'auto';
  return only !== undefined && others.length === 0 ? { name: only } : 'required';
}

function resultsOf(last: Content | undefined): Conversation['results'] {
  return (last?.parts ?? []).flatMap(({ functionResponse }) => {
    if (!isObject(functionResponse)) return [];
    const { id, name, response } = functionResponse;
    return [{ id: isText(id) ? id : '', name: String(name), text: resultText(response) }];
  });
}

/** A result is an object; the usual ones hold their text in one member. */
function resultText(response: unknown): string {
  const [first, ...others] = Object.values(isObject(response) ? response : {});
  return isText(first) && others.length === 0 ? first : JSON.stringify(response);
}
