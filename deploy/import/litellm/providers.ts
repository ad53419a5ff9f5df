interface Known {
  /** Channel type here. */
  readonly type: number;
  /** Where LiteLLM looks for a key that the configuration does not name. */
  readonly keyVariable?: string;
}

/** What stands in front of the slash of a model, and the channel type that serves it. */
const byPrefix: Readonly<Record<string, Known>> = {
  openai: { type: 1, keyVariable: 'OPENAI_API_KEY' },
  'text-completion-openai': { type: 1, keyVariable: 'OPENAI_API_KEY' },
  azure: { type: 3, keyVariable: 'AZURE_API_KEY' },
  anthropic: { type: 14, keyVariable: 'ANTHROPIC_API_KEY' },
  bedrock: { type: 33 },
  vertex_ai: { type: 41 },
  gemini: { type: 24, keyVariable: 'GEMINI_API_KEY' },
  ollama: { type: 4 },
  ollama_chat: { type: 4 },
  dashscope: { type: 17, keyVariable: 'DASHSCOPE_API_KEY' },
  openrouter: { type: 20, keyVariable: 'OPENROUTER_API_KEY' },
  moonshot: { type: 25, keyVariable: 'MOONSHOT_API_KEY' },
  perplexity: { type: 27, keyVariable: 'PERPLEXITYAI_API_KEY' },
  cohere: { type: 34, keyVariable: 'COHERE_API_KEY' },
  cohere_chat: { type: 34, keyVariable: 'COHERE_API_KEY' },
  jina_ai: { type: 38, keyVariable: 'JINA_AI_API_KEY' },
  mistral: { type: 42, keyVariable: 'MISTRAL_API_KEY' },
  deepseek: { type: 43, keyVariable: 'DEEPSEEK_API_KEY' },
  volcengine: { type: 45, keyVariable: 'VOLCENGINE_API_KEY' },
  xai: { type: 48, keyVariable: 'XAI_API_KEY' },
  groq: { type: 101, keyVariable: 'GROQ_API_KEY' },
  together_ai: { type: 102, keyVariable: 'TOGETHERAI_API_KEY' },
  fireworks_ai: { type: 103, keyVariable: 'FIREWORKS_AI_API_KEY' },
  nvidia_nim: { type: 104, keyVariable: 'NVIDIA_NIM_API_KEY' },
  cerebras: { type: 105, keyVariable: 'CEREBRAS_API_KEY' },
  deepinfra: { type: 106, keyVariable: 'DEEPINFRA_API_KEY' },
  huggingface: { type: 107, keyVariable: 'HUGGINGFACE_API_KEY' },
  hosted_vllm: { type: 108, keyVariable: 'HOSTED_VLLM_API_KEY' },
  lm_studio: { type: 109, keyVariable: 'LM_STUDIO_API_KEY' },
  voyage: { type: 111, keyVariable: 'VOYAGE_API_KEY' },
};

/** Makers whose models LiteLLM knows without a prefix. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|chatgpt-|o\d|text-embedding-|dall-e-|whisper-|tts-)/, 'openai'],
  [/^claude-/, 'anthropic'],
];

/** Provider and model of LiteLLM's name for both; undefined when there is no channel type for it. */
export function readModel(name: string): (Known & { readonly provider: string; readonly model: string }) | undefined {
  const slash = name.indexOf('/');
  const provider = slash < 0 ? byName.find(([pattern]) => pattern.test(name))?.[1] : name.slice(0, slash);
  const known = provider === undefined ? undefined : byPrefix[provider];
  return known && provider !== undefined ? { ...known, provider, model: name.slice(slash + 1) } : undefined;
}
