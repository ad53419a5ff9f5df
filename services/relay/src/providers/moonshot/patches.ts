import { asText } from '../../dialects/json.ts';
import { type Patch, rewrite } from '../patch.ts';
import { rewriteMessages } from '../patch-messages.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

const levels: Readonly<Record<string, string>> = {
  none: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'max',
  max: 'max',
};

/** Models that always think know three levels. */
export const thinkingLevel: Patch = rewrite('reasoning_effort', (effort) => levels[asText(effort)]);

const turn = reasoningSwitch((on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } }));

/** Models that think or not. */
export const thinkingSwitch: Patch = (edit, target) => {
  if (edit.text('reasoning_effort') === '"minimal"') edit.put('reasoning_effort', '"none"');
  turn(edit, target);
};

/** Turns of the assistant without words and calls are refused. */
export const dropEmptyTurns: Patch = rewriteMessages('""', (messages) =>
  messages.filter(
    ({ role, content, tool_calls }) =>
      role !== 'assistant' || content !== '' || (Array.isArray(tool_calls) && tool_calls.length > 0),
  ),
);
