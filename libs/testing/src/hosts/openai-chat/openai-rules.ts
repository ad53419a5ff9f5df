import { demand, Refusal } from '../refusal.ts';
import type { ChatBody, ChatRule } from './options.ts';

const reasoningModel = /^(o\d|gpt-[56])/;
const effortAlways = /^(gpt-6-astra|gpt-6\.1-sol)/;
const toolsNeedResponses = /^(gpt-5\.[456]|gpt-6)/;
/** Of those, the ones that reason when nothing is said about effort. */
const reasonsUnasked = /^(gpt-5\.6|gpt-6)/;
const sampling = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
];

/** What OpenAI itself refuses by the model that is asked. */
export const openaiRules: readonly ChatRule[] = [
  refuseOldLimit,
  refuseSampling,
  refuseNoEffort,
  refuseTools,
  wantJsonWord,
];

function refuseOldLimit(body: ChatBody): void {
  if (!reasoningModel.test(String(body.model)) || (body.max_tokens ?? null) === null) return;
  throw new Refusal(
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { code: 'unsupported_parameter', param: 'max_tokens' },
  );
}

function refuseSampling(body: ChatBody): void {
  if (!reasoningModel.test(String(body.model)) || body.reasoning_effort === 'none') return;
  const param = sampling.find((name) => (body[name] ?? null) !== null && !isDefault(name, body[name]));
  demand(param === undefined, `Unsupported value: '${param}' is not supported with this model.`, {
    code: 'unsupported_value',
    ...(param !== undefined && { param }),
  });
}

function isDefault(name: string, value: unknown): boolean {
  return (name === 'temperature' || name === 'top_p') && value === 1;
}

function refuseNoEffort({ model, reasoning_effort }: ChatBody): void {
  demand(
    !effortAlways.test(String(model)) || reasoning_effort !== 'none',
    "Unsupported value: 'reasoning_effort' does not support 'none' with this model.",
    { code: 'unsupported_value', param: 'reasoning_effort' },
  );
}

function refuseTools({ model, tools, reasoning_effort }: ChatBody): void {
  const name = String(model);
  if (tools === undefined || !toolsNeedResponses.test(name)) return;
  const effort = reasoning_effort ?? (reasonsUnasked.test(name) ? 'medium' : 'none');
  demand(
    effort === 'none',
    `Function tools with reasoning_effort are not supported for ${name} in /v1/chat/completions. ` +
      "Please use /v1/responses or set reasoning_effort to 'none'.",
    { param: 'reasoning_effort' },
  );
}

function wantJsonWord({ response_format, messages }: ChatBody): void {
  const { type } = (response_format ?? {}) as { type?: string };
  demand(
    type !== 'json_object' || /json/i.test(JSON.stringify(messages)),
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    { param: 'messages' },
  );
}
