import { claudeCode, cline, codex, cursor, geminiCli } from './agent-samples.ts';
import { anthropicNode, anthropicPython } from './anthropic-samples.ts';
import { cherryStudio, lobeChat, nextChat, openWebui } from './app-samples.ts';
import { geminiNode, geminiPython } from './gemini-samples.ts';
import { curl } from './http-samples.ts';
import { openaiNode, openaiPython } from './openai-samples.ts';
import type { Sample } from './sample.ts';

/** Ways to call the gateway, in the order in which they are offered. */
export const samples: readonly Sample[] = [
  curl,
  openaiPython,
  openaiNode,
  anthropicPython,
  anthropicNode,
  geminiPython,
  geminiNode,
  claudeCode,
  codex,
  geminiCli,
  cursor,
  cline,
  cherryStudio,
  openWebui,
  lobeChat,
  nextChat,
];

/** The model a sample names unless the person chooses one: of the client's own maker when the key reaches such. */
export function modelFor(sample: Sample, models: readonly string[]): string {
  const { prefers } = sample;
  const own = prefers === undefined ? undefined : models.find((name) => prefers.test(name));
  return own ?? models[0] ?? 'gpt-4o-mini';
}
