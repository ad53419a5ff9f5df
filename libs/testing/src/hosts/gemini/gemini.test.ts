import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Content, type GenerateContentParameters, GoogleGenAI, type Part } from '@google/genai';
import { usageOf } from '../conversation/usage-of.ts';
import { picture } from '../midjourney.ts';
import { anyProof, headerKey, queryKey } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { gemini } from './gemini.ts';

const key = 'AIza-right';
const host = await startHost(gemini({ proof: anyProof(headerKey('x-goog-api-key', key), queryKey('key', key)) }));
after(() => host.close());
const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: host.url } });

const model = 'gemini-3.8-flash';
const parametersJsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'] } },
  additionalProperties: false,
};
const tools = [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema }] }];
const user: Content = { role: 'user', parts: [{ text: 'When is low tide?' }] };
const plain: GenerateContentParameters = { model, contents: [user] };

async function streamed(body: GenerateContentParameters) {
  const chunks = [];
  for await (const chunk of await google.models.generateContentStream(body)) chunks.push(chunk);
  return chunks;
}

/** What does not differ from one answer to the next: thoughts, text and calls, joined. */
function facts(parts: readonly Part[]) {
  const joined = (thought: boolean) =>
    parts.map((part) => (Boolean(part.thought) === thought ? (part.text ?? '') : '')).join('');
  const calls = parts.flatMap(({ functionCall, thoughtSignature }) =>
    functionCall ? [{ name: functionCall.name, args: functionCall.args, thoughtSignature }] : [],
  );
  return { thoughts: joined(true), text: joined(false), calls };
}

test('a stream joins to the same answer and usage as the whole reply', async () => {
  const thoughts = { thinkingConfig: { includeThoughts: true } };
  for (const body of [
    plain,
    { ...plain, config: thoughts },
    { ...plain, contents: 'Two in parallel, cached', config: { ...thoughts, tools } },
  ]) {
    const whole = await google.models.generateContent(body);
    const chunks = await streamed(body);
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    assert.deepEqual(facts(parts), facts(whole.candidates?.[0]?.content?.parts ?? []));
    assert.deepEqual(chunks.at(-1)?.usageMetadata, whole.usageMetadata);
    const totals = chunks.map(({ usageMetadata }) => usageMetadata?.candidatesTokenCount ?? 0);
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    );
    assert.equal(chunks.at(-1)?.candidates?.[0]?.finishReason, 'STOP');
  }
});

test('without alt=sse a stream is one JSON array', async () => {
  const asked = await fetch(`${host.url}/v1beta/models/${model}:streamGenerateContent?key=${key}`, {
    method: 'POST',
    body: JSON.stringify({ contents: [user] }),
  });
  const chunks = (await asked.json()) as { candidates: { content: { parts: Part[] } }[] }[];
  const whole = await google.models.generateContent(plain);
  const parts = chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []);
  assert.equal(facts(parts).text, whole.text);
});

test('calls come back with the signature of the first, or are refused', async () => {
  const body = { model, config: { tools } };
  const asked: Content = { role: 'user', parts: [{ text: 'Both in parallel' }] };
  const first = await google.models.generateContent({ ...body, contents: [asked] });
  const parts = first.candidates?.[0]?.content?.parts ?? [];
  assert.deepEqual(
    parts.map(({ thoughtSignature }) => thoughtSignature !== undefined),
    [true, false],
  );
  assert.deepEqual(parts[0]?.functionCall?.args, { city: 'Zürich', unit: 'C' });
  const responses = parts.map(({ functionCall }) => ({
    functionResponse: { ...functionCall, args: undefined, response: { output: '9 degrees' } },
  }));
  const again = (calls: Part[], answers: Part[] = responses as Part[]) =>
    google.models.generateContent({
      ...body,
      contents: [asked, { role: 'model', parts: calls }, { role: 'user', parts: answers }],
    });
  assert.equal((await again(parts)).text, 'The tool said: 9 degrees / 9 degrees');
  const unsigned = parts.map(({ functionCall }) => ({ functionCall }) as Part);
  await assert.rejects(again(unsigned), /missing a thought_signature/);
  const signed = (thoughtSignature: string) =>
    unsigned.map((part, at) => (at === 0 ? { ...part, thoughtSignature } : part));
  await assert.rejects(again(signed('QUJD')), /Corrupted thought signature/);
  await assert.doesNotReject(again(signed('skip_thought_signature_validator')));
  await assert.rejects(again(parts, responses.slice(1) as Part[]), /number of function response parts/);
});

test('pictures arrive, JSON fits its schema, usage is what a test computes', async () => {
  const inlineData = { mimeType: 'image/png', data: picture.toString('base64') };
  const seen = await google.models.generateContent({ model, contents: [{ role: 'user', parts: [{ inlineData }] }] });
  assert.match(seen.text ?? '', new RegExp(`image/png of ${picture.length} bytes, sha256 [0-9a-f]{12}`));
  const config = { responseMimeType: 'application/json', responseJsonSchema: parametersJsonSchema };
  const told = await google.models.generateContent({ ...plain, config });
  assert.deepEqual(JSON.parse(told.text ?? ''), { city: 'Zürich', unit: 'C' });
  const { conversation } = host.requests().at(-1)?.reply ?? {};
  assert.ok(conversation);
  const { promptTokens, completionTokens, reasoningTokens } = usageOf(conversation);
  assert.ok(reasoningTokens > 0);
  assert.equal(told.usageMetadata?.promptTokenCount, promptTokens);
  assert.equal(told.usageMetadata?.thoughtsTokenCount, reasoningTokens);
  assert.equal(told.usageMetadata?.candidatesTokenCount, completionTokens - reasoningTokens);
});

test('members may be in snake_case, but for the caller’s own', async () => {
  const body = {
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    contents: [user],
    generation_config: { max_output_tokens: 900, response_mime_type: 'application/json' },
    tools: [
      {
        function_declarations: [{ name: 'a', parameters: { type: 'OBJECT', properties: { a_b: { type: 'STRING' } } } }],
      },
    ],
  };
  const asked = await fetch(`${host.url}/v1beta/models/${model}:generateContent`, {
    method: 'POST',
    headers: { 'x-goog-api-key': key },
    body: JSON.stringify(body),
  });
  assert.match(await asked.text(), /"a_b":"Zürich"/);
  const { conversation } = host.requests().at(-1)?.reply ?? {};
  assert.equal(conversation?.system, 'Be brief.');
  assert.equal(conversation?.maxTokens, 900);
});

test('counts, embeds and lists', async () => {
  const counted = await google.models.countTokens({ model, contents: [user] });
  const whole = await google.models.generateContent(plain);
  assert.equal(counted.totalTokens, whole.usageMetadata?.promptTokenCount);
  const embedded = await google.models.embedContent({
    model: 'gemini-embedding-001',
    contents: ['low', 'high'],
    config: { outputDimensionality: 4 },
  });
  assert.deepEqual(
    embedded.embeddings?.map(({ values }) => values?.length),
    [4, 4],
  );
  assert.notDeepEqual(embedded.embeddings?.[0], embedded.embeddings?.[1]);
  const models = await google.models.list();
  assert.equal(models.page[0]?.name, 'models/gemini-3.8-flash');
});

test('takes tools of Google beside functions with leave', async () => {
  const toolConfig = { includeServerSideToolInvocations: true };
  const config = { tools: [...tools, { googleSearch: {} }], toolConfig };
  await assert.doesNotReject(google.models.generateContent({ ...plain, config }));
});

test('older models take calls without signatures', async () => {
  const parts: Part[] = [{ functionResponse: { name: 'weather', response: { output: 'fog' } } }];
  const contents: Content[] = [
    user,
    { role: 'model', parts: [{ functionCall: { name: 'weather', args: {} } }] },
    { role: 'user', parts },
  ];
  const told = await google.models.generateContent({ model: 'gemini-2.5-flash', contents, config: { tools } });
  assert.equal(told.text, 'The tool said: fog');
});
