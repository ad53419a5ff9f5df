import { isObject } from '../../dialects/json.ts';
import { clamp, drop, forModels, override, type Patch, rename, rewrite } from '../patch.ts';
import { developerToSystem, rewriteMessages } from '../patch-messages.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

/** The models before the M series. */
export const legacy = /^abab/;
const thinking = /^MiniMax-M[2-9]/;

/** They want the schemas of tools as texts, and a name with each message. */
const legacyTools = rewrite('tools', (tools) =>
  Array.isArray(tools)
    ? tools.map((tool) =>
        isObject(tool) && isObject(tool.function) && isObject(tool.function.parameters)
          ? { ...tool, function: { ...tool.function, parameters: JSON.stringify(tool.function.parameters) } }
          : tool,
      )
    : tools,
);
const named = rewriteMessages('"role"', (messages) => messages.map((message) => ({ name: message.role, ...message })));

/** What a model thought goes back to it as it told it. */
const replayThinking = rewriteMessages('"reasoning_content"', (messages) =>
  messages.map(({ reasoning_content: text, ...message }) =>
    typeof text === 'string' && text !== '' && message.reasoning_details === undefined
      ? { ...message, reasoning_details: [{ type: 'reasoning.text', text }] }
      : message,
  ),
);

export const chatPatches: readonly Patch[] = [
  developerToSystem,
  clamp('temperature', 0.01, 1),
  reasoningSwitch((on) => (on ? {} : { thinking: { type: 'disabled' } })),
  // Thinking stands apart from the text, not in tags within it.
  forModels(thinking, override({ reasoning_split: true }), replayThinking),
  forModels(/^(?!abab)/, rename('max_tokens', 'max_completion_tokens')),
  forModels(legacy, rename('max_completion_tokens', 'max_tokens'), legacyTools, named),
  drop('n', 'logit_bias', 'frequency_penalty', 'presence_penalty', 'seed'),
  drop('store', 'metadata', 'modalities', 'service_tier', 'prompt_cache_key', 'verbosity', 'parallel_tool_calls'),
];
