import OpenAI from 'openai';
import type { ChatCompletionMessage, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type Client, instructions, type Question, schema, type Told, tool, toolAnswer } from '../question.ts';

/** Hosts write reasoning, which is no field of OpenAI's, under one of two names. */
type Turn = ChatCompletionMessage & { reasoning_content?: string; reasoning?: string };

/** OpenAI's SDK on chat completions. */
export const openaiChatClient: Client = {
  name: 'openai (chat)',
  async ask({ address, key, fetch }, question) {
    const openai = new OpenAI({ apiKey: key, baseURL: `${address}/v1`, fetch, maxRetries: 0 });
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: instructions },
      { role: 'user', content: contentOf(question) },
    ];
    const first = await turn(openai, question, messages);
    const calls = first.message.tool_calls?.filter((call) => call.type === 'function') ?? [];
    if (calls.length === 0) return told(first, first, []);
    messages.push(
      first.message,
      ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: toolAnswer })),
    );
    return told(first, await turn(openai, question, messages), calls);
  },
};

interface Answer {
  readonly message: Turn;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

async function turn(openai: OpenAI, question: Question, messages: ChatCompletionMessageParam[]): Promise<Answer> {
  const asked = {
    model: question.model,
    messages: [...messages],
    ...(question.tool && {
      tools: [{ type: 'function' as const, function: { ...tool, parameters: { ...tool.parameters } } }],
    }),
    ...(question.reasoning && { reasoning_effort: 'medium' as const }),
    ...(question.structured && {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'tide', schema, strict: true } },
    }),
  };
  const completion = question.stream
    ? await streamed(openai, asked)
    : await openai.chat.completions.create({ ...asked, stream: false });
  const { message } = completion.choices[0] as { message: Turn };
  const { prompt_tokens = 0, completion_tokens = 0 } = completion.usage ?? {};
  return { message, promptTokens: prompt_tokens, completionTokens: completion_tokens };
}

/** The SDK's own helper joins the pieces; reasoning, which is no field of OpenAI's, is joined here. */
async function streamed(openai: OpenAI, asked: Parameters<OpenAI['chat']['completions']['stream']>[0]) {
  const stream = openai.chat.completions.stream({ ...asked, stream_options: { include_usage: true } });
  let reasoning = '';
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta as Partial<Turn> | undefined;
    reasoning += delta?.reasoning_content ?? delta?.reasoning ?? '';
  }
  const completion = await stream.finalChatCompletion();
  const message = completion.choices[0]?.message as Turn & { parsed?: unknown };
  // The SDK's own, and nothing that hosts know.
  delete message.parsed;
  if (reasoning !== '') message.reasoning_content = reasoning;
  return completion;
}

function contentOf({ text, image }: Question) {
  if (!image) return text;
  const url = `data:${image.mediaType};base64,${image.base64}`;
  return [
    { type: 'text' as const, text },
    { type: 'image_url' as const, image_url: { url } },
  ];
}

function told(first: Answer, last: Answer, calls: readonly { function: { name: string; arguments: string } }[]): Told {
  return {
    text: last.message.content ?? '',
    reasoning: first.message.reasoning_content ?? first.message.reasoning ?? '',
    calls: calls.map(({ function: called }) => ({ name: called.name, arguments: JSON.parse(called.arguments) })),
    promptTokens: last.promptTokens,
    completionTokens: last.completionTokens,
  };
}
