/** What a Gemini model accepts of thinking and tools, by its version. */
export interface GeminiModel {
  /** Whether `thinkingLevel` is known; `thinkingBudget` is everywhere. */
  readonly levels: readonly string[];
  /** Tokens that a budget may be, besides -1 for as many as it likes; 0 switches thinking off. */
  readonly budget: { readonly least: number; readonly most: number };
  /** Whether calls of tools must come back with their signatures. */
  readonly signsCalls: boolean;
  /** Whether JSON may be asked together with tools. */
  readonly jsonWithTools: boolean;
}

/** What the model of this name accepts; a name without a version is taken for the newest. */
export function geminiModel(name: string): GeminiModel {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? 9);
  const pro = name.includes('-pro');
  const always = version >= 3.7 && !name.includes('lite');
  const three = version >= 3;
  return {
    levels: three ? [...(always ? [] : ['MINIMAL']), 'LOW', 'MEDIUM', 'HIGH'] : [],
    budget: three ? { least: always ? 1 : 0, most: 65_536 } : { least: pro ? 128 : 0, most: 32_768 },
    signsCalls: three,
    jsonWithTools: three,
  };
}
