type Json = Record<string, unknown>;

export const user = { role: 'user', content: 'When is low tide?' };
export const openaiError = (message: string, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code: null },
});
const claudeError = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } });
const forced = { tools: [{ name: 'tide', input_schema: { type: 'object' } }], tool_choice: { type: 'any' } };
const thought = { type: 'thinking', thinking: 'Moon.', signature: 'c2ln' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'tide', input: {} };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'noon' }] };
const said = { type: 'text', text: 'Noon.' };
const talk = [
  user,
  { role: 'assistant', content: [thought] },
  user,
  { role: 'assistant', content: [thought, said] },
  user,
  { role: 'assistant', content: [thought, call] },
  result,
];
const shortTalk = [
  user,
  user,
  { role: 'assistant', content: [said] },
  user,
  { role: 'assistant', content: [thought, call] },
  result,
];

/** A request that a host refuses, and what is changed in it when it is asked once more. */
export interface Refusal {
  readonly name: string;
  readonly type: number;
  readonly other?: string;
  readonly key?: string;
  readonly model: string;
  readonly path?: string;
  readonly asked: Json;
  /** Which requests the host refuses, with what. */
  readonly refuses: (body: Json) => boolean;
  readonly status?: number;
  readonly refusal: unknown;
  /** What of the first request is other in the second; undefined: it is not there. */
  readonly changed: Json;
  /** What the client is told of it. */
  readonly warned?: string;
}

export const refusals: readonly Refusal[] = [
  {
    name: 'OpenAI, a tier that the project may not ask for',
    type: 1,
    model: 'tiered',
    asked: { messages: [user], service_tier: 'priority' },
    refuses: (body) => 'service_tier' in body,
    refusal: openaiError('This project is not allowed to use this tier.', 'service_tier'),
    changed: { service_tier: undefined },
    warned: 'service_tier: the host refused it',
  },
  {
    name: 'OpenAI, the same in responses',
    type: 1,
    model: 'tiered-responses',
    path: '/v1/responses',
    asked: { input: 'When is low tide?', service_tier: 'priority' },
    refuses: (body) => 'service_tier' in body,
    refusal: openaiError('service_tier "priority" is not allowed for this project.'),
    changed: { service_tier: undefined },
    warned: 'service_tier: the host refused it',
  },
  {
    name: 'Azure, members that its version does not know',
    type: 3,
    other: '2024-10-21',
    model: 'deployed',
    asked: { messages: [user], safety_identifier: 'ada', verbosity: 'low', stream: true },
    refuses: (body) => 'safety_identifier' in body,
    refusal: openaiError('Unrecognized request arguments supplied: safety_identifier, verbosity'),
    changed: { safety_identifier: undefined, verbosity: undefined },
    warned: 'safety_identifier: the host refused it, verbosity: the host refused it',
  },
  {
    name: 'Azure, a tool that a Claude may not be forced to call',
    type: 3,
    model: 'claude-haiku-5-5',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 100, ...forced },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: claudeError('tool_choice: this model does not support forced tool use'),
    changed: { tool_choice: { type: 'auto' } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Anthropic, a tool that may not be forced',
    type: 14,
    model: 'claude-sonnet-5-5',
    path: '/v1/messages',
    asked: {
      messages: [user],
      max_tokens: 100,
      ...forced,
      tool_choice: { type: 'tool', name: 'tide', disable_parallel_tool_use: true },
    },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: claudeError('tool_choice: this model does not support forced tool use'),
    changed: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Anthropic, thoughts of another conversation',
    type: 14,
    model: 'claude-opus-5-5',
    path: '/v1/messages',
    asked: { messages: talk, max_tokens: 100 },
    refuses: ({ messages }) => JSON.stringify(messages) !== JSON.stringify(shortTalk),
    refusal: claudeError('messages.1.content.0: this thinking block is bound to a different conversation'),
    changed: { messages: shortTalk },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'Bedrock, thoughts of another conversation',
    type: 33,
    key: 'sk|us-east-1',
    model: 'claude-fable-5-1',
    path: '/v1/messages',
    asked: { messages: talk, max_tokens: 100 },
    refuses: ({ messages }) => JSON.stringify(messages) !== JSON.stringify(shortTalk),
    refusal: { message: 'messages.1.content.0: this thinking block is bound to a different conversation' },
    changed: { messages: shortTalk },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'Bedrock, a tool that a model which the address names may not be forced to call',
    type: 33,
    key: 'sk|us-east-1',
    model: 'us.anthropic.claude-haiku-5-5',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 100, ...forced },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: { message: 'tool_choice: this model does not support forced tool use' },
    changed: { tool_choice: { type: 'auto' } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Ollama, a model that cannot think',
    type: 4,
    model: 'gemma',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'think' in body,
    refusal: { error: 'registry.ollama.ai/library/gemma:latest does not support thinking' },
    changed: { think: undefined },
    warned: 'think: the host refused it',
  },
  {
    name: 'Ollama, the same asked as a response',
    type: 4,
    model: 'gemma-responses',
    path: '/v1/responses',
    asked: { input: 'When is low tide?', reasoning: { effort: 'high' } },
    refuses: (body) => 'think' in body,
    refusal: { error: 'registry.ollama.ai/library/gemma:latest does not support thinking' },
    changed: { think: undefined },
    warned: 'think: the host refused it',
  },
  {
    name: 'a custom host that reports no usage in streams',
    type: 8,
    model: 'imitated',
    asked: { messages: [user], stream: true },
    refuses: (body) => 'stream_options' in body,
    status: 422,
    refusal: { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs' }] },
    changed: { stream_options: undefined },
  },
  {
    name: 'Ali, thinking that must be on',
    type: 17,
    model: 'qwen-thinker',
    asked: { messages: [user], enable_thinking: false },
    refuses: (body) => body.enable_thinking !== true,
    refusal: openaiError('The value of the enable_thinking parameter is restricted to True.'),
    changed: { enable_thinking: true },
    warned: 'enable_thinking: the host refused it as it was',
  },
  {
    name: 'Ali, thinking that must be off',
    type: 17,
    model: 'qwen-hybrid',
    asked: { messages: [user] },
    refuses: (body) => body.enable_thinking !== false,
    refusal: openaiError('parameter.enable_thinking must be set to false for non-streaming calls'),
    changed: { enable_thinking: false },
    warned: 'enable_thinking: the host refused it as it was',
  },
  {
    name: 'Cloudflare, an old model that takes text alone',
    type: 39,
    other: 'account1',
    model: '@cf/old',
    asked: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'When is' },
            { type: 'text', text: 'low tide?' },
          ],
        },
      ],
    },
    refuses: ({ messages }) => (messages as Json[]).some(({ content }) => Array.isArray(content)),
    refusal: { errors: [{ code: 5006, message: "AiError: Bad input: Error: oneOf at '/' not met" }], success: false },
    changed: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'When is\nlow tide?' },
      ],
    },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'SiliconCloud, a model that has no switch for thinking',
    type: 40,
    model: 'Qwen/Qwen3-8B',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'enable_thinking' in body,
    refusal: {
      code: 20015,
      message: 'Value error, current model does not support parameter `enable_thinking`.',
      data: null,
    },
    changed: { enable_thinking: undefined },
    warned: 'enable_thinking: the host refused it',
  },
  {
    name: 'Mistral, a mode that was added',
    type: 42,
    model: 'magistral-old',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'prompt_mode' in body,
    status: 422,
    refusal: {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'prompt_mode'], msg: 'Extra inputs', input: 'x' }] },
      type: 'invalid_request_error',
    },
    changed: { prompt_mode: undefined },
    warned: 'prompt_mode: the host refused it',
  },
  {
    name: 'Mistral, the same asked as a message',
    type: 42,
    model: 'magistral-older',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 1_024 } },
    refuses: (body) => 'prompt_mode' in body,
    status: 422,
    refusal: { detail: [{ type: 'extra_forbidden', loc: ['body', 'prompt_mode'], msg: 'Extra inputs', input: 'x' }] },
    changed: { prompt_mode: undefined },
    warned: 'prompt_mode: the host refused it',
  },
  {
    name: 'DeepSeek, reasoning that the client did not send back',
    type: 43,
    model: 'deepseek-v4-pro',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: ({ thinking }) => (thinking as Json | undefined)?.type !== 'disabled',
    refusal: openaiError('The reasoning_content in the thinking mode must be passed back to the API.'),
    changed: { thinking: { type: 'disabled' }, reasoning_effort: undefined },
    warned: 'reasoning_effort: the host refused it',
  },
];
