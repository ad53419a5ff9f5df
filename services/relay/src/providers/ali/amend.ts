import type { Amend } from '../amendment.ts';

/** Some models think only in streams, and some cannot but think: which ones, their refusal tells. */
export const amend: Amend = ({ status, body, sent }) => {
  const thinks = wantedThinking(status === 400 && body.includes('enable_thinking') ? body : '');
  if (thinks === undefined || sent().enable_thinking === thinks) return undefined;
  return { members: { enable_thinking: thinks } };
};

function wantedThinking(told: string): boolean | undefined {
  if (/must be set to false/i.test(told)) return false;
  return /restricted to true/i.test(told) ? true : undefined;
}
