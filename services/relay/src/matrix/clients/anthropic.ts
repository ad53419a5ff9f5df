import Anthropic from '@anthropic-ai/sdk';
import type { Message, MessageCreateParamsNonStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { type Client, instructions, type Question, schema, type Told, tool, toolAnswer } from '../question.ts';

/** Anthropic's SDK. Every block of an answer is sent back as it came. */
export const anthropicClient: Client = {
  name: '@anthropic-ai/sdk',
  async ask({ address, key, fetch }, question) {
    const anthropic = new Anthropic({ apiKey: key, baseURL: address, fetch, maxRetries: 0 });
    const messages: MessageParam[] = [{ role: 'user', content: contentOf(question) }];
    const first = await turn(anthropic, question, messages);
    const calls = first.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return told(first, first);
    messages.push(
      { role: 'assistant', content: first.content },
      {
        role: 'user',
        content: calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: toolAnswer })),
      },
    );
    return told(first, await turn(anthropic, question, messages));
  },
};

async function turn(anthropic: Anthropic, question: Question, messages: MessageParam[]): Promise<Message> {
  const asked: MessageCreateParamsNonStreaming = {
    model: question.model,
    max_tokens: 8_000,
    system: instructions,
    messages: [...messages],
    ...(question.tool && {
      tools: [
        {
          name: tool.name,
          description: tool.description,
          input_schema: { ...tool.parameters, required: [...tool.parameters.required] },
        },
      ],
    }),
    ...(question.reasoning && { thinking: { type: 'enabled' as const, budget_tokens: 2_048 } }),
    ...(question.structured && { output_config: { format: { type: 'json_schema' as const, schema } } }),
  };
  return question.stream ? anthropic.messages.stream(asked).finalMessage() : anthropic.messages.create(asked);
}

function contentOf({ text, image }: Question) {
  if (!image) return text;
  return [
    { type: 'text' as const, text },
    {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: image.mediaType, data: image.base64 },
    },
  ];
}

function told(first: Message, last: Message): Told {
  const textOf = (message: Message) =>
    message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = last.usage;
  return {
    text: textOf(last),
    reasoning: first.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: first.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, arguments: block.input }] : [],
    ),
    promptTokens: input_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0),
    completionTokens: output_tokens,
  };
}
