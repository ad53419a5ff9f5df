import { exports, json, literal } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

export const claudeCode: Sample = {
  id: 'claude-code',
  name: 'Claude Code',
  kind: 'agents',
  base: '',
  prefers: /^claude/,
  note: 'tokens:samples.claudeCode',
  write: ({ address, key, model }) => {
    const env = { ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_MODEL: model };
    return [
      { place: 'macOS, Linux', text: `${exports(env)}\nclaude` },
      { place: '~/.claude/settings.json', text: json({ env }) },
    ];
  },
};

export const codex: Sample = {
  id: 'codex',
  name: 'Codex CLI',
  kind: 'agents',
  base: '/v1',
  prefers: /^(gpt|o\d)/,
  note: 'tokens:samples.codex',
  write: ({ address, key, model }) => [
    {
      place: '~/.codex/config.toml',
      text: `model = ${literal(model)}
model_provider = "gateway"

[model_providers.gateway]
name = "Gateway"
base_url = ${literal(`${address}/v1`)}
env_key = "GATEWAY_API_KEY"
wire_api = "responses"`,
    },
    { place: 'macOS, Linux', text: `${exports({ GATEWAY_API_KEY: key })}\ncodex` },
  ],
};

export const geminiCli: Sample = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  kind: 'agents',
  base: '',
  prefers: /^gemini/,
  note: 'tokens:samples.geminiCli',
  write: ({ address, key, model }) => [
    {
      place: '~/.gemini/.env',
      text: `GOOGLE_GEMINI_BASE_URL=${literal(address)}
GEMINI_API_KEY=${literal(key)}
GEMINI_MODEL=${literal(model)}`,
    },
    { place: 'macOS, Linux', text: 'gemini' },
  ],
};

export const cursor: Sample = {
  id: 'cursor',
  name: 'Cursor',
  kind: 'agents',
  base: '/v1',
  note: 'tokens:samples.cursor',
  write: ({ address, key, model }) => [
    {
      place: 'Cursor Settings → Models',
      text: `OpenAI API Key: ${key}
Override OpenAI Base URL: ${address}/v1
Add Custom Model: ${model}`,
    },
  ],
};

export const cline: Sample = {
  id: 'cline',
  name: 'Cline',
  kind: 'agents',
  base: '/v1',
  write: ({ address, key, model }) => [
    {
      place: 'Cline → Settings → API Provider',
      text: `API Provider: OpenAI Compatible
Base URL: ${address}/v1
OpenAI Compatible API Key: ${key}
Model ID: ${model}`,
    },
  ],
};
