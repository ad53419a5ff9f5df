/** How the SDK of a dialect is told our address. */
export interface AddressSample {
  readonly id: string;
  readonly name: string;
  readonly baseOf: (server: string) => string;
  readonly code: (base: string) => readonly string[];
}

/** Begins the line that is to be changed; it is not shown. */
export const MARK = '\t';

export const addressSamples: readonly AddressSample[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseOf: (server) => `${server}/v1`,
    code: (base) => [
      'from openai import OpenAI',
      '',
      'client = OpenAI(',
      `${MARK}    base_url="${base}",`,
      '    api_key="sk-…",',
      ')',
    ],
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseOf: (server) => server,
    code: (base) => [
      'from anthropic import Anthropic',
      '',
      'client = Anthropic(',
      `${MARK}    base_url="${base}",`,
      '    api_key="sk-…",',
      ')',
    ],
  },
  {
    id: 'gemini',
    name: 'Gemini',
    baseOf: (server) => server,
    code: (base) => [
      'from google import genai',
      '',
      'client = genai.Client(',
      `${MARK}    http_options={"base_url": "${base}"},`,
      '    api_key="sk-…",',
      ')',
    ],
  },
];
