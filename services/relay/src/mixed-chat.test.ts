import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { anthropicMessages, openaiChat, openaiResponses, type RunningHost, startHost } from '@switchyard/testing/hosts';
import { startGateway, type TestGateway } from './harness/gateway.ts';

interface ToolCall {
  id: string;
  type: string;
  function?: { name: string; arguments: string };
  custom?: { name: string; input: string };
}

const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const flatFunction = { type: 'function', name: 'read_file', description: 'Reads.', parameters, strict: false };
const nestedFunction = { type: 'function', function: { name: 'list_dir', description: 'Lists.', parameters } };
const patch = {
  type: 'custom',
  name: 'ApplyPatch',
  description: 'Applies a patch.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "ok"' },
};
const anthropicTool = { name: 'read_file', description: 'Reads.', input_schema: parameters };
const user = { role: 'user', content: [{ type: 'text', text: 'What does it say?' }] };

// As users of Cursor recorded it: https://forum.cursor.com/t/153019 (Responses), https://forum.cursor.com/t/145588 (Anthropic).
describe('an agent in an editor sends the tools of one API to the address of another', () => {
  const running: RunningHost[] = [];
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    running.push(await startHost(openaiChat(), openaiResponses()), await startHost(anthropicMessages()));
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 100_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedChannel(db, keys, { type: 1, baseUrl: running[0]?.url ?? '', models: ['gpt-5.5', 'gpt-4.1'] });
      await seedChannel(db, keys, { type: 14, baseUrl: running[1]?.url ?? '', models: ['claude-sonnet-5'] });
      for (const model of ['gpt-5.5', 'gpt-4.1', 'claude-sonnet-5'])
        await seedPrice(db, model, { input: '2', output: '8' });
    });
  });
  after(async () => {
    await gateway?.close();
    for (const host of running) await host.close();
  });

  const post = async (body: object) => {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return text;
  };
  const ask = async (body: object) => {
    const { choices } = JSON.parse(await post(body)) as {
      choices: [{ message: { content: string | null; tool_calls?: ToolCall[] }; finish_reason: string }];
    };
    return choices[0];
  };

  for (const model of ['gpt-5.5', 'claude-sonnet-5']) {
    test(`${model}: a whole step with tools, calls and results in Anthropic’s form`, async () => {
      const first = await ask({
        model,
        messages: [user],
        tools: [anthropicTool],
        tool_choice: { type: 'any', disable_parallel_tool_use: true },
      });
      assert.equal(first.finish_reason, 'tool_calls');
      const call = first.message.tool_calls?.[0];
      assert.equal(call?.function?.name, 'read_file');
      const used = { type: 'tool_use', id: call.id, name: 'read_file', input: JSON.parse(call.function.arguments) };
      const result = { type: 'tool_result', tool_use_id: call.id, content: [{ type: 'text', text: 'low water' }] };
      const second = await ask({
        model,
        messages: [user, { role: 'assistant', content: [used] }, { role: 'user', content: [result] }],
        tools: [anthropicTool],
      });
      assert.deepEqual([second.message.content, second.finish_reason], ['The tool said: low water', 'stop']);
    });

    test(`${model}: what is said beside a result, and that it failed, is kept`, async () => {
      const used = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } };
      const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'no such file', is_error: true };
      await ask({
        model,
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, used] },
          { role: 'user', content: [result, { type: 'text', text: 'Go on.' }] },
        ],
        tools: [anthropicTool],
      });
      const received = running[model === 'gpt-5.5' ? 0 : 1]?.requests().at(-1)?.body.toString() ?? '';
      const places = ['I look.', 'Error: no such file', 'Go on.'].map((text) => received.indexOf(text));
      assert.ok(!places.includes(-1), received);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    });

    test(`${model}: tools that are nested beside tools that are flat`, async () => {
      const { message } = await ask({
        model,
        messages: [user],
        tools: [nestedFunction, flatFunction, patch],
        tool_choice: { type: 'function', name: 'read_file' },
      });
      assert.equal(message.tool_calls?.[0]?.function?.name, 'read_file');
    });

    test(`${model}: a body of the Responses API, answered as a chat`, async () => {
      const body = {
        model,
        messages: [],
        input: [
          { type: 'message', role: 'developer', content: 'You write code.' },
          { role: 'user', content: [{ type: 'input_text', text: 'Mend it.' }] },
          { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{"path":"a"}' },
          { type: 'function_call_output', call_id: 'call_1', output: 'low water' },
        ],
        tools: [flatFunction, patch],
        tool_choice: 'auto',
        store: false,
        include: ['reasoning.encrypted_content'],
        reasoning: { effort: 'medium', summary: 'auto' },
        text: { verbosity: 'low' },
        truncation: 'disabled',
        previous_response_id: null,
        prompt_cache_retention: '24h',
        user: 'google-oauth2|1',
        metadata: { cursorRequestId: '1' },
      };
      assert.equal((await ask(body)).message.content, 'The tool said: low water');
      const events = await post({ ...body, stream: true, stream_options: { include_usage: true } });
      assert.match(events, /"object":"chat.completion.chunk"/);
      assert.match(events, /"usage":\{"prompt_tokens":\d+/);
      assert.ok(events.trimEnd().endsWith('data: [DONE]'));
    });

    test(`${model}: a tool of free text is called as such, and its result read`, async () => {
      const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Mend it.' }] }];
      const { message } = await ask({ model, input, tools: [patch] });
      const call = message.tool_calls?.[0];
      assert.deepEqual([call?.type, call?.custom?.name], ['custom', 'ApplyPatch']);
      const second = await ask({
        model,
        input: [
          ...input,
          { type: 'custom_tool_call', call_id: call?.id, name: 'ApplyPatch', input: call?.custom?.input },
          { type: 'custom_tool_call_output', call_id: call?.id, output: 'applied' },
        ],
        tools: [patch],
      });
      assert.equal(second.message.content, 'The tool said: applied');
    });
  }

  test('tools in the form of chats reach their host byte for byte, whatever they are about', async () => {
    const parameters =
      '{ "type" : "object", "properties": { "tool_use_id": { "type": "string" }, "input_schema": {} } }';
    const tools = `[ { "function" : { "name": "f", "parameters": ${parameters} }, "type": "function" } ]`;
    const messages = '[ {"role": "user", "content": "{\\"tool_use_id\\": 1}"} ]';
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"model": "gpt-4.1", "messages": ${messages}, "tools": ${tools}}`,
    });
    assert.equal(answer.status, 200, await answer.text());
    const received = running[0]?.requests().at(-1)?.body.toString();
    assert.ok(received?.includes(tools) && received.includes(messages), String(received));
  });
});
