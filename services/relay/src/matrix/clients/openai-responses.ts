import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { type Client, instructions, type Question, schema, type Told, tool, toolAnswer } from '../question.ts';

/** OpenAI's SDK on the Responses API. Every item of an answer is sent back as it came. */
export const openaiResponsesClient: Client = {
  name: 'openai (responses)',
  async ask({ address, key, fetch }, question) {
    const openai = new OpenAI({ apiKey: key, baseURL: `${address}/v1`, fetch, maxRetries: 0 });
    const input: ResponseInputItem[] = [{ role: 'user', content: contentOf(question) }];
    const first = await turn(openai, question, input);
    const calls = first.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return told(first, first);
    input.push(
      ...(first.output as ResponseInputItem[]),
      ...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: toolAnswer })),
    );
    return told(first, await turn(openai, question, input));
  },
};

async function turn(openai: OpenAI, question: Question, input: ResponseInputItem[]): Promise<Response> {
  const asked: ResponseCreateParamsNonStreaming = {
    model: question.model,
    instructions: instructions,
    input: [...input],
    store: false,
    include: ['reasoning.encrypted_content'],
    ...(question.tool && {
      tools: [{ type: 'function' as const, strict: true, ...tool, parameters: { ...tool.parameters } }],
    }),
    ...(question.reasoning && { reasoning: { effort: 'medium' as const, summary: 'auto' as const } }),
    ...(question.structured && {
      text: { format: { type: 'json_schema' as const, name: 'tide', schema, strict: true } },
    }),
  };
  if (!question.stream) return openai.responses.create(asked);
  return openai.responses.stream(asked as Parameters<typeof openai.responses.stream>[0]).finalResponse();
}

function contentOf({ text, image }: Question) {
  if (!image) return text;
  const image_url = `data:${image.mediaType};base64,${image.base64}`;
  return [
    { type: 'input_text' as const, text },
    { type: 'input_image' as const, image_url, detail: 'auto' as const },
  ];
}

function told(first: Response, last: Response): Told {
  return {
    text: last.output_text,
    reasoning: first.output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
      .join(''),
    calls: first.output.flatMap((item) =>
      item.type === 'function_call' ? [{ name: item.name, arguments: JSON.parse(item.arguments) }] : [],
    ),
    promptTokens: last.usage?.input_tokens ?? 0,
    completionTokens: last.usage?.output_tokens ?? 0,
  };
}
