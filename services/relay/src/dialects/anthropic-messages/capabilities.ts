/** What the models of one row take; a field that is refused is left out or said otherwise. */
export interface Capabilities {
  /** Temperature, top_p and top_k. */
  readonly sampling: boolean;
  /** Temperature and top_p in one request. */
  readonly samplingTogether: boolean;
  /** How much is thought: a budget, or an effort; that may be off, on unless it is switched off, or always on. */
  readonly thinking: 'budget' | 'adaptive' | 'default-on' | 'always-on';
  /** `thinking.display` is known, and thinking text is left out unless asked for. */
  readonly display: boolean;
  /** `output_config.effort` knows the word. */
  readonly xhigh: boolean;
  /** The conversation may end with an assistant turn that the model goes on with. */
  readonly prefill: boolean;
  /** A tool may be forced. */
  readonly forcedTool: boolean;
  /** `output_config.format` and strict tools. */
  readonly schemas: boolean;
  /** System turns in the middle of a conversation. */
  readonly systemTurns: boolean;
  /** max_tokens when the client gives none, and the most that may be asked for. */
  readonly defaultMaxTokens: number;
  readonly mostMaxTokens: number;
}

const old: Capabilities = {
  sampling: true,
  samplingTogether: true,
  thinking: 'budget',
  display: false,
  xhigh: false,
  prefill: true,
  forcedTool: true,
  schemas: false,
  systemTurns: false,
  defaultMaxTokens: 4_096,
  mostMaxTokens: 8_192,
};
const four: Capabilities = { ...old, defaultMaxTokens: 8_192, mostMaxTokens: 32_000 };
const fourOne: Capabilities = { ...four, samplingTogether: false };
const fourFive: Capabilities = { ...fourOne, schemas: true, mostMaxTokens: 64_000 };
const fourSix: Capabilities = {
  ...fourFive,
  thinking: 'adaptive',
  prefill: false,
  mostMaxTokens: 128_000,
};
const fourSeven: Capabilities = { ...fourSix, sampling: false, display: true, xhigh: true };
const five: Capabilities = { ...fourSeven, thinking: 'default-on', defaultMaxTokens: 32_000 };
const alwaysThinking: Capabilities = { ...five, thinking: 'always-on' };
const newest: Capabilities = { ...alwaysThinking, forcedTool: false };
/** Models of other makers on hosts that speak this format: no rule of a Claude applies to them. */
const foreign: Capabilities = { ...four, mostMaxTokens: Number.MAX_SAFE_INTEGER };

/**
 * What a model takes, by its name (Anthropic's, or a host's with more before and after it). A Claude that is not known
 * counts as one of the newest.
 */
export function capabilitiesOf(model: string): Capabilities {
  if (!model.includes('claude')) return foreign;
  const [, family, majorText, minorText] = /(fable|opus|sonnet|haiku)-(\d)(?:-(\d)(?!\d))?/.exec(model) ?? [];
  if (family === undefined) return /claude-[23]\b/.test(model) ? old : newest;
  const version = Number(majorText) * 10 + Number(minorText ?? 0);
  const row = rowOf(family, version);
  return family === 'opus' && version >= 48 ? { ...row, systemTurns: true } : row;
}

function rowOf(family: string, version: number): Capabilities {
  if (version < 40) return old;
  if (version < 45) return version === 41 ? fourOne : four;
  if (version === 45) return fourFive;
  if (version === 46) return fourSix;
  if (version < 50) return fourSeven;
  if (family === 'fable') return version === 50 ? alwaysThinking : newest;
  if (version === 50) return five;
  // Sonnet 5.5 and Haiku 5.5 can be told to think little, not always to think nothing.
  if (version === 55 && family !== 'opus') return alwaysThinking;
  return newest;
}
