import { literal } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

const prefers = /^(gpt|o\d|chatgpt)/;

export const openaiPython: Sample = {
  id: 'openai-python',
  name: 'OpenAI Python',
  kind: 'code',
  base: '/v1',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url=${literal(`${address}/v1`)},
    api_key=${literal(key)},
)
`;
    const request = `model=${literal(model)},
    messages=[{"role": "user", "content": "Hello!"}],`;
    const whole = `
completion = client.chat.completions.create(
    ${request}
)
print(completion.choices[0].message.content)`;
    const streamed = `
stream = client.chat.completions.create(
    ${request}
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};

export const openaiNode: Sample = {
  id: 'openai-node',
  name: 'OpenAI Node',
  kind: 'code',
  base: '/v1',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${literal(`${address}/v1`)},
  apiKey: ${literal(key)},
});
`;
    const request = `model: ${literal(model)},
  messages: [{ role: "user", content: "Hello!" }],`;
    const whole = `
const completion = await client.chat.completions.create({
  ${request}
});
console.log(completion.choices[0].message.content);`;
    const streamed = `
const stream = await client.chat.completions.create({
  ${request}
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
}`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};
