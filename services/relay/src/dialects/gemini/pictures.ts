import type { UsageTokens } from '@switchyard/contracts';
import { badRequest } from '../../errors.ts';
import type { Json } from '../canonical.ts';
import type { OperationFormat, Warn } from '../dialect.ts';
import { asText, isObject } from '../json.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { objectMember, objectsMember } from './members.ts';
import { operationFormat } from './operation-format.ts';
import { readInline } from './read-parts.ts';
import { readResponse } from './read-response.ts';
import { readUsage } from './usage.ts';

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const unknown = ['background', 'moderation', 'output_compression', 'output_format', 'quality', 'style', 'user'];

/** Pictures by generateContent with a model that draws: one a request. */
export const geminiPictures: OperationFormat = {
  ...operationFormat('gemini-pictures'),
  writeRequest(body: Json, warn: Warn): Json {
    if (body.n !== undefined && body.n !== null && body.n !== 1)
      throw badRequest('This model draws one picture per request.', 'n');
    for (const field of unknown) if (body[field] !== undefined) warn(field, 'this model does not take it');
    if (body.response_format === 'url') warn('response_format', 'pictures come in the answer itself');
    const aspectRatio = ratioOf(body.size);
    return {
      contents: [{ role: 'user', parts: [{ text: body.prompt }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
      },
      store: false,
    };
  },
  readUsage(payload, before) {
    const usage: UsageTokens | undefined = readUsage(payload, before);
    const calls = picturesIn(payload).length;
    return usage && { ...usage, ...(calls > 0 && { calls }) };
  },
  readResponse(payload) {
    const pictures = picturesIn(payload);
    if (pictures.length === 0) throw new UpstreamRefusal({ ...noPicture, message: reasonOf(payload) });
    return {
      created: Math.floor(Date.now() / 1000),
      data: pictures.map((base64) => ({ b64_json: base64 })),
      ...writeUsage(readUsage(payload)),
    };
  },
};

const noPicture = { verdict: 'client', type: 'image_generation_error', code: 'no_image', param: 'prompt' } as const;

function picturesIn(payload: unknown): string[] {
  return [payload]
    .flat()
    .filter(isObject)
    .flatMap((response) => objectsMember(response, 'candidates'))
    .flatMap((candidate) => objectsMember(objectMember(candidate, 'content'), 'parts'))
    .flatMap((part) => (part.thought === true ? [] : (readInline(part)?.base64 ?? [])));
}

/** A model that will not draw says why in words. */
function reasonOf(payload: unknown): string {
  const { parts, finishReason } = readResponse(payload);
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
  return `The model drew no picture (${finishReason.raw}). ${said}`.trim().slice(0, 500);
}

/** The nearest of the shapes that the models draw; undefined: theirs to choose. */
function ratioOf(size: unknown): string | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(asText(size)) ?? [];
  const wanted = Math.log(Number(width) / Number(height));
  if (!Number.isFinite(wanted)) return undefined;
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function writeUsage(usage: UsageTokens | undefined): Json {
  if (!usage) return {};
  const { prompt, completion, imageOutput = 0, imageInput = 0 } = usage;
  return {
    usage: {
      input_tokens: prompt,
      output_tokens: completion,
      total_tokens: prompt + completion,
      input_tokens_details: { text_tokens: prompt - imageInput, image_tokens: imageInput },
      output_tokens_details: { text_tokens: completion - imageOutput, image_tokens: imageOutput },
    },
  };
}
