import { literal } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

const prefers = /^claude/;

export const anthropicPython: Sample = {
  id: 'anthropic-python',
  name: 'Anthropic Python',
  kind: 'code',
  base: '',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `# pip install anthropic
from anthropic import Anthropic

client = Anthropic(
    base_url=${literal(address)},
    api_key=${literal(key)},
)
`;
    const request = `model=${literal(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello!"}],`;
    const whole = `
message = client.messages.create(
    ${request}
)
print("".join(block.text for block in message.content if block.type == "text"))`;
    const streamed = `
with client.messages.stream(
    ${request}
) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};

export const anthropicNode: Sample = {
  id: 'anthropic-node',
  name: 'Anthropic Node',
  kind: 'code',
  base: '',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `// npm install @anthropic-ai/sdk
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: ${literal(address)},
  apiKey: ${literal(key)},
});
`;
    const request = `model: ${literal(model)},
  max_tokens: 1024,
  messages: [{ role: "user", content: "Hello!" }],`;
    const whole = `
const message = await client.messages.create({
  ${request}
});
console.log(message.content);`;
    const streamed = `
const stream = client.messages.stream({
  ${request}
});
stream.on("text", (text) => process.stdout.write(text));
await stream.finalMessage();`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};
