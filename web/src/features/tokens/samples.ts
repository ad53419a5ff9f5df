/** Ready pieces of code with the server's address and a key in place. */
export interface Sample {
  readonly id: 'curl' | 'python' | 'node' | 'claude';
  readonly name: string;
  readonly write: (use: SampleUse) => string;
}

export interface SampleUse {
  /** Origin of the gateway, without a trailing slash. */
  readonly address: string;
  readonly key: string;
  readonly model: string;
}

export const samples: readonly Sample[] = [
  {
    id: 'curl',
    name: 'curl',
    write: ({ address, key, model }) => `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{ "role": "user", "content": "Hello!" }]
  }'`,
  },
  {
    id: 'python',
    name: 'OpenAI Python',
    write: ({ address, key, model }) => `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url="${address}/v1",
    api_key="${key}",
)

completion = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello!"}],
)
print(completion.choices[0].message.content)`,
  },
  {
    id: 'node',
    name: 'OpenAI Node',
    write: ({ address, key, model }) => `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${address}/v1',
  apiKey: '${key}',
});

const completion = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(completion.choices[0].message.content);`,
  },
  {
    id: 'claude',
    name: 'Claude Code',
    write: ({ address, key }) => `export ANTHROPIC_BASE_URL="${address}"
export ANTHROPIC_AUTH_TOKEN="${key}"
claude`,
  },
];
