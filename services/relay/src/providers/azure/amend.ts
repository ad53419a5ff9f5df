import { type Amend, without } from '../amendment.ts';

const names = /"message"\s*:\s*"Unrecognized request arguments? supplied: (\w+(?:, \w+)*)/i;

/** What is asked, what may be answered and how much: without these it would be another request, or cost more than is held for it. */
const essential = new Set([
  'model',
  'messages',
  'stream',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'stop',
  'modalities',
  'audio',
  'logprobs',
  'top_logprobs',
  'web_search_options',
  'data_sources',
]);

/** Old versions of the API refuse members that came later, by their names. */
export const amend: Amend = (refusal) => {
  const members = refusal.status === 400 ? names.exec(refusal.body)?.[1]?.split(', ') : undefined;
  return members && !members.some((member) => essential.has(member)) ? without(refusal, ...members) : undefined;
};
