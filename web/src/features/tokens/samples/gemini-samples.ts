import { literal } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

const prefers = /^gemini/;

export const geminiPython: Sample = {
  id: 'gemini-python',
  name: 'Gemini Python',
  kind: 'code',
  base: '',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `# pip install google-genai
from google import genai

client = genai.Client(
    api_key=${literal(key)},
    http_options={"base_url": ${literal(address)}},
)
`;
    const request = `model=${literal(model)},
    contents="Hello!",`;
    const whole = `
response = client.models.generate_content(
    ${request}
)
print(response.text)`;
    const streamed = `
for chunk in client.models.generate_content_stream(
    ${request}
):
    print(chunk.text or "", end="", flush=True)`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};

export const geminiNode: Sample = {
  id: 'gemini-node',
  name: 'Gemini Node',
  kind: 'code',
  base: '',
  prefers,
  streams: true,
  write: ({ address, key, model, stream }) => {
    const client = `// npm install @google/genai
import { GoogleGenAI } from "@google/genai";

const ai = new GoogleGenAI({
  apiKey: ${literal(key)},
  httpOptions: { baseUrl: ${literal(address)} },
});
`;
    const request = `model: ${literal(model)},
  contents: "Hello!",`;
    const whole = `
const response = await ai.models.generateContent({
  ${request}
});
console.log(response.text);`;
    const streamed = `
const stream = await ai.models.generateContentStream({
  ${request}
});
for await (const chunk of stream) {
  process.stdout.write(chunk.text ?? "");
}`;
    return [{ text: client + (stream ? streamed : whole) }];
  },
};
