import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { usageOf } from '../conversation/usage-of.ts';
import { picture } from '../midjourney.ts';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { openaiResponses } from './openai-responses.ts';

const host = await startHost(openaiResponses({ proof: bearer('sk-right') }));
after(() => host.close());
const openai = new OpenAI({ apiKey: 'sk-right', baseURL: `${host.url}/v1`, maxRetries: 0 });

const weather = {
  type: 'function' as const,
  name: 'weather',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'] } },
    required: ['city', 'unit'],
    additionalProperties: false,
  },
};
const input: ResponseInputItem[] = [{ role: 'user', content: 'When is low tide?' }];
type Body = ResponseCreateParamsNonStreaming;
const plain: Body = { model: 'gpt-5.6-luna', input, store: false, include: ['reasoning.encrypted_content'] };
const summarised: Body = { ...plain, reasoning: { effort: 'low', summary: 'auto' } };

function joinedResponse(body: Body): Promise<Response> {
  return openai.responses.stream(body as Parameters<typeof openai.responses.stream>[0]).finalResponse();
}

/** What does not differ from one answer to the next. */
function facts({ output, output_text, status, usage }: Response) {
  const items = output.map((item) => {
    if (item.type === 'function_call') return [item.name, item.arguments];
    if (item.type === 'reasoning') return item.summary;
    return item.type === 'message' ? item.content.map((part) => part.type === 'output_text' && part.text) : [];
  });
  return { items, output_text, status, usage };
}

test('a stream joins to the same response as the whole reply', async () => {
  const bodies: Body[] = [
    plain,
    summarised,
    { ...plain, tools: [weather] },
    { ...summarised, tools: [weather], input: 'Two in parallel, cached' },
  ];
  for (const body of bodies) {
    const whole = await openai.responses.create(body);
    const joined = await joinedResponse(body);
    assert.deepEqual(facts(joined), facts(whole));
  }
});

test('events come in their order with growing numbers, and without [DONE]', async () => {
  const types: string[] = [];
  const numbers: number[] = [];
  for await (const event of await openai.responses.create({ ...summarised, tools: [weather], stream: true })) {
    if (event.type !== types.at(-1)) types.push(event.type);
    numbers.push(event.sequence_number);
  }
  assert.deepEqual(types, [
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at),
  );
  assert.ok(!String(host.requests().at(-1)?.reply.body).includes('[DONE]'));
});

test('what a tool said comes back, with the reasoning that led to the call', async () => {
  for (const ask of [(body: Body) => openai.responses.create(body), joinedResponse]) {
    const first = await ask({ ...plain, tools: [weather] });
    const call = first.output.find((item) => item.type === 'function_call');
    assert.equal(call?.arguments, '{"city": "Zürich", "unit":"C"}');
    const output = { type: 'function_call_output' as const, call_id: call.call_id, output: '9 degrees' };
    const again = (items: readonly unknown[]) =>
      ask({ ...plain, tools: [weather], input: [...input, ...items, output] as ResponseInputItem[] });
    assert.equal((await again(first.output)).output_text, 'The tool said: 9 degrees');
    const tampered = first.output.map((item) =>
      item.type === 'reasoning' ? { ...item, encrypted_content: 'x' } : item,
    );
    await assert.rejects(again(tampered), { code: 'invalid_encrypted_content' });
  }
});

test('pictures arrive, JSON fits its schema, usage is what a test computes', async () => {
  const image_url = `data:image/png;base64,${picture.toString('base64')}`;
  const content = [{ type: 'input_image' as const, image_url, detail: 'auto' as const }];
  const seen = await openai.responses.create({ ...plain, input: [{ role: 'user', content }] });
  assert.match(seen.output_text, new RegExp(`image/png of ${picture.length} bytes, sha256 [0-9a-f]{12}`));

  const format = { type: 'json_schema' as const, name: 'tide', schema: weather.parameters, strict: true };
  const told = await openai.responses.create({ ...plain, text: { format } });
  assert.deepEqual(JSON.parse(told.output_text), { city: 'Zürich', unit: 'C' });
  const { conversation } = host.requests().at(-1)?.reply ?? {};
  assert.ok(conversation);
  const usage = usageOf(conversation);
  assert.ok(usage.reasoningTokens > 0);
  assert.equal(told.usage?.input_tokens, usage.promptTokens);
  assert.equal(told.usage?.output_tokens, usage.completionTokens);
  assert.equal(told.usage?.output_tokens_details.reasoning_tokens, usage.reasoningTokens);
});

test('a limit that cuts the text makes the response incomplete', async () => {
  const body: Body = { ...plain, input: 'x'.repeat(200), max_output_tokens: 16 };
  const whole = await openai.responses.create(body);
  assert.equal(whole.status, 'incomplete');
  assert.equal(whole.incomplete_details?.reason, 'max_output_tokens');
  assert.equal((await joinedResponse(body)).status, 'incomplete');
});
