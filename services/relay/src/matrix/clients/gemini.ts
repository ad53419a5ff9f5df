import { type Content, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai';
import { type Client, instructions, type Question, schema, type Told, tool, toolAnswer } from '../question.ts';

/** Google's SDK. Every part of an answer is sent back as it came. */
export const geminiClient: Client = {
  name: '@google/genai',
  async ask({ address, key, fetch }, question) {
    const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: address, fetch } });
    const contents: Content[] = [{ role: 'user', parts: partsOf(question) }];
    const first = await turn(google, question, contents);
    const calls = first.parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
    if (calls.length === 0) return told(first, first);
    contents.push(
      { role: 'model', parts: first.parts },
      {
        role: 'user',
        parts: calls.map(({ id, name }) => ({
          functionResponse: { ...(id && { id }), name: name as string, response: { output: toolAnswer } },
        })),
      },
    );
    return told(first, await turn(google, question, contents));
  },
};

interface Answer {
  readonly parts: Part[];
  readonly usage: GenerateContentResponse['usageMetadata'];
}

async function turn(google: GoogleGenAI, question: Question, contents: Content[]): Promise<Answer> {
  const asked = {
    model: question.model,
    contents,
    config: {
      systemInstruction: instructions,
      ...(question.tool && {
        tools: [
          {
            functionDeclarations: [
              { name: tool.name, description: tool.description, parametersJsonSchema: tool.parameters },
            ],
          },
        ],
      }),
      ...(question.reasoning && { thinkingConfig: { includeThoughts: true, thinkingBudget: 2_048 } }),
      ...(question.structured && { responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  };
  if (!question.stream) return answerOf([await google.models.generateContent(asked)]);
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await google.models.generateContentStream(asked)) chunks.push(chunk);
  return answerOf(chunks);
}

function answerOf(chunks: readonly GenerateContentResponse[]): Answer {
  return {
    parts: chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []),
    usage: chunks.findLast((chunk) => chunk.usageMetadata)?.usageMetadata,
  };
}

function partsOf({ text, image }: Question): Part[] {
  return image ? [{ text }, { inlineData: { mimeType: image.mediaType, data: image.base64 } }] : [{ text }];
}

function told(first: Answer, last: Answer): Told {
  const textOf = ({ parts }: Answer, thought: boolean) =>
    parts.map((part) => ((part.thought ?? false) === thought ? (part.text ?? '') : '')).join('');
  return {
    text: textOf(last, false),
    reasoning: textOf(first, true),
    calls: first.parts.flatMap(({ functionCall }) =>
      functionCall ? [{ name: functionCall.name ?? '', arguments: functionCall.args }] : [],
    ),
    promptTokens: last.usage?.promptTokenCount ?? 0,
    completionTokens: (last.usage?.candidatesTokenCount ?? 0) + (last.usage?.thoughtsTokenCount ?? 0),
  };
}
