import { literal, python, pythonArguments } from '../../../lib/code-quoting.ts';
import type { DialectName } from '../dialects/dialect.ts';
import type { Program } from './program.ts';

export function writePython(program: Program): string {
  return writers[program.dialect.name](program);
}

const writers: Record<DialectName, (program: Program) => string> = {
  chat: (program) => `${openaiClient(program)}
stream = client.chat.completions.create(
${fieldsOf(program)}
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`,

  responses: (program) => `${openaiClient(program)}
stream = client.responses.create(
${fieldsOf(program)}
)
for event in stream:
    if event.type == "response.output_text.delta":
        print(event.delta, end="", flush=True)`,

  messages: (program) => `# pip install anthropic
from anthropic import Anthropic

client = Anthropic(
    base_url=${literal(program.address)},
    api_key=${literal(program.key)},
)

stream = client.messages.create(
${fieldsOf(program)}
)
for event in stream:
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        print(event.delta.text, end="", flush=True)`,

  gemini: ({ dialect, request, address, key }) => `# pip install requests
import requests

response = requests.post(
    ${literal(address + dialect.path(request.model))},
    headers=${python(dialect.headers(key), '    ')},
    json=${python(dialect.body(request), '    ')},
    stream=True,
)
response.raise_for_status()
for line in response.iter_lines(decode_unicode=True):
    if line:
        print(line)`,
};

function openaiClient({ address, key }: Program): string {
  return `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url=${literal(`${address}/v1`)},
    api_key=${literal(key)},
)
`;
}

function fieldsOf({ dialect, request }: Program): string {
  return pythonArguments(dialect.body(request));
}
