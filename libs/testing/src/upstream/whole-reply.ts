import type { Behaviour } from './behaviour.ts';
import { jsonReply, type Reply } from './reply.ts';
import { reported, usageOf } from './usage.ts';

export interface Whole {
  envelope: Record<string, unknown>;
  choices: unknown[];
  promptTokens: number;
  completionTokens: number;
}

/** A completion as one JSON body, with usage as the behaviour asks. */
export function wholeReply(whole: Whole, behaviour: Behaviour): Reply {
  const body = { ...whole.envelope, choices: whole.choices };
  if (behaviour.usage === 'none') return jsonReply(200, body, { tokens: whole.completionTokens });
  const usage = usageOf(behaviour, whole.promptTokens, whole.completionTokens);
  return jsonReply(200, { ...body, usage }, { tokens: whole.completionTokens, usage: reported(usage) });
}
