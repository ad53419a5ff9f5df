import { type Patch, rewrite } from '../patch.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';

/** Models that know two levels of thinking. */
const levelled = /DeepSeek-V4|GLM-5\.2/;
/** Models that can think or not; all others refuse the switch. */
const hybrid = /DeepSeek-V3|GLM-[45]|Qwen3[\d.]*-(?!.*(Instruct|Thinking|Coder|VL|Embedding|Reranker))/;

const turn = reasoningSwitch((on) => ({ enable_thinking: on }));
const level = rewrite('reasoning_effort', (effort) => (effort === 'xhigh' || effort === 'max' ? 'max' : 'high'));

/** Effort as the model takes it: a level, a switch, or not at all. */
export const thinking: Patch = (edit, target) => {
  if (levelled.test(target.model) && edit.text('reasoning_effort') !== '"none"') level(edit, target);
  else if (levelled.test(target.model) || hybrid.test(target.model)) turn(edit, target);
  else edit.remove('reasoning_effort');
};
