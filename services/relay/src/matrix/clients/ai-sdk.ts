import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, type ModelMessage, Output, stepCountIs, streamText, tool as toolOf } from 'ai';
import { type Client, instructions, type Question, schema, type Told, tool, toolAnswer } from '../question.ts';

/** Vercel's AI SDK with its provider for hosts that speak OpenAI's chat completions. It runs the tool by itself. */
export const aiSdkClient: Client = {
  name: 'ai',
  async ask({ address, key, fetch }, question) {
    const provider = createOpenAICompatible({
      name: 'switchyard',
      apiKey: key,
      baseURL: `${address}/v1`,
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
    const asked = {
      model: provider(question.model),
      maxRetries: 0,
      system: instructions,
      messages: [messageOf(question)],
      stopWhen: stepCountIs(2),
      ...(question.tool && {
        tools: {
          [tool.name]: toolOf({
            description: tool.description,
            inputSchema: jsonSchema(tool.parameters as never),
            execute: async () => toolAnswer,
          }),
        },
      }),
      ...(question.reasoning && { providerOptions: { switchyard: { reasoningEffort: 'medium' } } }),
      ...(question.structured && { output: Output.object({ schema: jsonSchema(schema as never), name: 'tide' }) }),
    };
    const steps = question.stream ? await streamText(asked).steps : (await generateText(asked)).steps;
    const [first] = steps;
    const last = steps.at(-1);
    if (!first || !last) throw new Error('The AI SDK took no step.');
    return {
      text: last.text,
      reasoning: first.reasoningText ?? '',
      calls: first.toolCalls.map(({ toolName, input }) => ({ name: toolName, arguments: input })),
      promptTokens: last.usage.inputTokens ?? 0,
      completionTokens: last.usage.outputTokens ?? 0,
    } satisfies Told;
  },
};

function messageOf({ text, image }: Question): ModelMessage {
  if (!image) return { role: 'user', content: text };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'file', data: image.base64, mediaType: image.mediaType },
    ],
  };
}
