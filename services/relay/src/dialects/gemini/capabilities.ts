export type Level = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';

/** What the models of one row take; a field that is refused is left out or said otherwise. */
export interface Capabilities {
  /** How much is thought: not at all, a number of tokens, or a level. */
  readonly thinking:
    | { readonly kind: 'none' }
    | { readonly kind: 'budget'; readonly least: number; readonly most: number }
    | { readonly kind: 'level'; readonly levels: readonly Level[] };
  /** Temperature, topP and topK. */
  readonly sampling: boolean;
  /** Calls must come back with their signature, or with word that it is not known. */
  readonly signatures: boolean;
  /** Schemas may be JSON schemas. */
  readonly jsonSchemas: boolean;
  /** Google's own tools and JSON answers go together with functions. */
  readonly mixes: boolean;
  /** Results of tools may hold files. */
  readonly resultFiles: boolean;
  readonly systemInstruction: boolean;
  /** Most output tokens of a stream, and of an answer in one piece. */
  readonly mostStreamedTokens: number;
  readonly mostWholeTokens: number;
}

const first: Capabilities = {
  thinking: { kind: 'none' },
  sampling: true,
  signatures: false,
  jsonSchemas: false,
  mixes: false,
  resultFiles: false,
  systemInstruction: true,
  mostStreamedTokens: 8_192,
  mostWholeTokens: 8_192,
};
const gemma: Capabilities = { ...first, systemInstruction: false };
const twoFiveFlash: Capabilities = {
  ...first,
  thinking: { kind: 'budget', least: 0, most: 24_576 },
  jsonSchemas: true,
  mostStreamedTokens: 65_536,
  mostWholeTokens: 65_536,
};
const twoFivePro: Capabilities = { ...twoFiveFlash, thinking: { kind: 'budget', least: 128, most: 32_768 } };
const threeFlash: Capabilities = {
  ...twoFiveFlash,
  thinking: { kind: 'level', levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] },
  signatures: true,
  mixes: true,
  resultFiles: true,
};
const alwaysThinking: Capabilities = { ...threeFlash, thinking: { kind: 'level', levels: ['LOW', 'MEDIUM', 'HIGH'] } };
const newest: Capabilities = { ...alwaysThinking, sampling: false, mostWholeTokens: 32_768 };

/** What a model takes, by its name. A name that is not known counts as one of the newest. */
export function capabilitiesOf(model: string): Capabilities {
  if (/gemma/.test(model)) return gemma;
  const row = rowOf(model);
  // Models that draw or speak cannot be told how much to think.
  return /image|banana|tts/.test(model) ? { ...row, thinking: { kind: 'none' } } : row;
}

function rowOf(model: string): Capabilities {
  if (/banana|flash-lite-latest/.test(model)) return threeFlash;
  if (/(flash|pro)-latest/.test(model)) return alwaysThinking;
  const [, majorText, minorText] = /gemini-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  if (majorText === undefined) return newest;
  const version = Number(majorText) * 10 + Number(minorText ?? 0);
  if (version >= 40) return newest;
  if (version < 25) return first;
  const pro = model.includes('pro');
  if (version < 30) return pro ? twoFivePro : twoFiveFlash;
  if (pro || (version >= 37 && !model.includes('lite'))) return alwaysThinking;
  return threeFlash;
}
