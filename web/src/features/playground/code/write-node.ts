import { javascript, literal } from '../../../lib/code-quoting.ts';
import type { DialectName } from '../dialects/dialect.ts';
import type { Program } from './program.ts';

export function writeNode(program: Program): string {
  return writers[program.dialect.name](program);
}

const writers: Record<DialectName, (program: Program) => string> = {
  chat: (program) => `${openaiClient(program)}
const stream = await client.chat.completions.create(${bodyOf(program)});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
}`,

  responses: (program) => `${openaiClient(program)}
const stream = await client.responses.create(${bodyOf(program)});
for await (const event of stream) {
  if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
}`,

  messages: (program) => `// npm install @anthropic-ai/sdk
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: ${literal(program.address)},
  apiKey: ${literal(program.key)},
});

const stream = await client.messages.create(${bodyOf(program)});
for await (const event of stream) {
  if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
    process.stdout.write(event.delta.text);
  }
}`,

  gemini: ({ dialect, request, address, key }) => `const response = await fetch(
  ${literal(address + dialect.path(request.model))},
  {
    method: "POST",
    headers: ${indented(javascript({ ...dialect.headers(key), 'content-type': 'application/json' }))},
    body: JSON.stringify(${indented(javascript(dialect.body(request)))}),
  },
);
if (!response.ok) throw new Error(await response.text());
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  process.stdout.write(chunk);
}`,
};

function openaiClient({ address, key }: Program): string {
  return `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${literal(`${address}/v1`)},
  apiKey: ${literal(key)},
});
`;
}

function bodyOf({ dialect, request }: Program): string {
  return javascript(dialect.body(request));
}

function indented(code: string): string {
  return code.replaceAll('\n', '\n    ');
}
