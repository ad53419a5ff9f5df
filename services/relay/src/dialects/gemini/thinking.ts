import type { Effort, Json, ReasoningRequest } from '../canonical.ts';
import { efforts } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText } from '../json.ts';
import type { Capabilities, Level } from './capabilities.ts';
import { member, objectMember } from './members.ts';

const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 32_768,
};

/** `thinkingConfig` of a request; undefined when it says nothing. A budget of 0 switches thinking off. */
export function readThinking(config: Json): ReasoningRequest | undefined {
  const thinking = objectMember(config, 'thinkingConfig');
  const budget = member(thinking, 'thinkingBudget');
  const level = asText(member(thinking, 'thinkingLevel') ?? '').toLowerCase();
  const effort = budget === 0 ? 'none' : efforts.find((word) => word === level);
  const visible = member(thinking, 'includeThoughts');
  const read: ReasoningRequest = {
    ...(effort && { effort }),
    ...(typeof budget === 'number' && budget !== 0 && { budgetTokens: budget }),
    ...(typeof visible === 'boolean' && { visible }),
  };
  return Object.keys(read).length > 0 ? read : undefined;
}

/** The `thinkingConfig` that asks for this much thought, or for the nearest that the model can do. */
export function writeThinking(
  reasoning: ReasoningRequest | undefined,
  { thinking }: Pick<Capabilities, 'thinking'>,
  warn: Warn,
): Json | undefined {
  if (!reasoning) return undefined;
  const { effort, budgetTokens } = reasoning;
  if (thinking.kind === 'none') {
    if (effort !== 'none') warn('reasoning_effort', 'this model cannot be told how much to think');
    return undefined;
  }
  const includeThoughts = effort !== 'none' && reasoning.visible !== false;
  if (thinking.kind === 'level') {
    const thinkingLevel = levelOf(effort ?? effortOf(budgetTokens), thinking.levels);
    if (effort === 'none' && thinkingLevel !== 'MINIMAL') warn('reasoning_effort', 'this model always thinks');
    return { ...(thinkingLevel && { thinkingLevel }), includeThoughts };
  }
  const wanted = budgetTokens ?? (effort && budgets[effort]);
  if (wanted === undefined) return { includeThoughts };
  if (wanted === 0 && thinking.least > 0) warn('reasoning_effort', 'this model always thinks');
  const thinkingBudget = wanted < 0 ? -1 : Math.min(Math.max(wanted, thinking.least), thinking.most);
  return { thinkingBudget, includeThoughts };
}

function levelOf(effort: Effort | undefined, levels: readonly Level[]): Level | undefined {
  switch (effort) {
    case undefined:
      return undefined;
    case 'none':
    case 'minimal':
      return levels[0];
    case 'low':
      return 'LOW';
    case 'medium':
      return 'MEDIUM';
    default:
      return 'HIGH';
  }
}

function effortOf(budgetTokens: number | undefined): Effort | undefined {
  if (budgetTokens === undefined || budgetTokens < 0) return undefined;
  if (budgetTokens === 0) return 'none';
  return budgetTokens <= budgets.low ? 'low' : budgetTokens <= budgets.medium ? 'medium' : 'high';
}
