import type { Effort } from '../canonical.ts';

/** What the models of one family take of OpenAI's chat completions. */
export interface Capabilities {
  /** The limit is called `max_completion_tokens`; `max_tokens` is refused. */
  readonly completionLimit: boolean;
  /** Sampling (temperature, top_p, penalties) is refused unless no effort is asked for. */
  readonly fixedSampling: boolean;
  /** None: the model does not reason, and refuses to be told how much it should. */
  readonly efforts: readonly Effort[];
  /** Members that other makers added to messages and tools are refused: reasoning, signatures, marks of the cache. */
  readonly strictMembers: boolean;
  /** The prefix is cached where `cache_control` marks it; hosts of other models may refuse the mark. */
  readonly cacheMarks: boolean;
}

const reasoning: Capabilities = {
  completionLimit: true,
  fixedSampling: true,
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  strictMembers: true,
  cacheMarks: false,
};
/** The effort may not be left out of thinking. */
const alwaysThinking: Capabilities = { ...reasoning, efforts: ['low', 'medium', 'high', 'xhigh'] };
const oSeries: Capabilities = { ...reasoning, efforts: ['low', 'medium', 'high'] };
/** OpenAI's that do not think. */
const unthinking: Capabilities = {
  completionLimit: false,
  fixedSampling: false,
  efforts: [],
  strictMembers: true,
  cacheMarks: false,
};
/** Models of other makers. */
const plain: Capabilities = {
  completionLimit: false,
  fixedSampling: false,
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  strictMembers: false,
  cacheMarks: false,
};
/** https://openrouter.ai/docs/features/prompt-caching; Alibaba's explicit cache. */
const marked: Capabilities = { ...plain, cacheMarks: true };

const rows: readonly (readonly [RegExp, Capabilities])[] = [
  // Azure's old deployments have no dot in their names.
  [/^(gpt-35|gpt-[34](?!\d)|chatgpt-)/, unthinking],
  [/^(gpt-6-astra|gpt-6\.1-sol)/, alwaysThinking],
  [/^(gpt-([5-9]|\d{2})|chat-latest)/, reasoning],
  [/^o\d/, oSeries],
  [/claude|gemini|qwen/, marked],
];

/** Asked for with every request. */
const byModel = new Map<string, Capabilities>();
const mostKnown = 10_000;

/** What a model takes, by its name. A GPT that is not known counts as one of the newest. */
export function capabilitiesOf(model: string): Capabilities {
  let known = byModel.get(model);
  if (!known) {
    const name = model.slice(model.lastIndexOf('/') + 1);
    known = rows.find(([family]) => family.test(name))?.[1] ?? plain;
    if (byModel.size < mostKnown) byModel.set(model, known);
  }
  return known;
}
