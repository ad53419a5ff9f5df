import { Type } from 'typebox';
import { type Attachment, attachmentOf, attachmentOfUrl } from '../conversation/attachment.ts';
import { createConversation } from '../conversation/conversation.ts';
import { countTokens } from '../conversation/tokens.ts';
import type { HostReply } from '../host.ts';
import { picture } from '../midjourney.ts';
import { demand } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { expectShape } from '../shape.ts';
import type { Operation } from './operation.ts';
import type { OpenaiOperationsOptions } from './options.ts';

const text = Type.String({ minLength: 1 });
const word = Type.Optional(Type.String());
const asked = {
  model: text,
  prompt: Type.String({ minLength: 1, maxLength: 32_000 }),
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  size: Type.Optional(Type.String({ pattern: '^(auto|\\d+x\\d+)$' })),
  quality: word,
  background: word,
  moderation: word,
  output_format: Type.Optional(Type.Union(['png', 'jpeg', 'webp'].map((each) => Type.Literal(each)))),
  output_compression: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  partial_images: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  stream: Type.Optional(Type.Boolean()),
  user: word,
  response_format: Type.Optional(Type.Union([Type.Literal('url'), Type.Literal('b64_json')])),
};
const closed = { additionalProperties: false };
const GenerationsRequest = Type.Object({ ...asked, style: word }, closed);
const EditsRequest = Type.Object({ ...asked, input_fidelity: word }, closed);
const Reference = Type.Object({ image_url: text }, closed);
const tokensOfPicture = 272;

interface Drawing {
  readonly model: string;
  readonly prompt: string;
  readonly n?: number;
  readonly size?: string;
  readonly stream?: boolean;
  readonly partial_images?: number;
  readonly response_format?: string;
}

export const generations: Operation = (body, options) =>
  draw(expectShape(GenerationsRequest, body) as Drawing, [], 'image_generation', options);

/** Pictures as files of a form, or as addresses in `images` of a JSON body. */
export const edits: Operation = async (body, options) => {
  const { image, images, mask, ...rest } = body;
  const files = await Promise.all([image ?? [], mask ?? []].flat().map(attachmentOfFile));
  const references = [images ?? []]
    .flat()
    .map((each) => attachmentOfUrl(expectShape(Reference, each, 'images').image_url));
  const received = [...files, ...references];
  demand(received.length > 0, "Missing required parameter: 'image'.", { param: 'image' });
  return draw(expectShape(EditsRequest, rest) as Drawing, received, 'image_edit', options);
};

/** A file of a form as a host received it; the name of its type is the form's. */
export async function attachmentOfFile(file: unknown): Promise<Attachment> {
  demand(file instanceof File, 'Expected a file.');
  return attachmentOf(file.type, Buffer.from(await file.arrayBuffer()).toString('base64'));
}

function draw(
  { model, prompt, n = 1, size = '1024x1024', stream, partial_images = 0, response_format }: Drawing,
  images: readonly Attachment[],
  event: string,
  { pictureUrls = false }: OpenaiOperationsOptions,
): HostReply {
  demand(pictureUrls || response_format === undefined, "Unknown parameter: 'response_format'.", {
    code: 'unknown_parameter',
    param: 'response_format',
  });
  const conversation = createConversation({ model, text: prompt, images, stream: stream === true });
  const b64_json = picture.toString('base64');
  const text_tokens = countTokens(prompt);
  const image_tokens = images.length * tokensOfPicture;
  const usage = {
    input_tokens: text_tokens + image_tokens,
    input_tokens_details: { text_tokens, image_tokens },
    output_tokens: n * tokensOfPicture,
    output_tokens_details: { text_tokens: 0, image_tokens: n * tokensOfPicture },
    total_tokens: text_tokens + image_tokens + n * tokensOfPicture,
  };
  if (stream) {
    const partial = Array.from({ length: partial_images }, (_, partial_image_index) => ({
      type: `${event}.partial_image`,
      b64_json,
      partial_image_index,
      size,
    }));
    const events = [...partial, { type: `${event}.completed`, b64_json, size, usage }];
    return { ...eventsReply(events.map((data) => ({ name: data.type, data }))), conversation };
  }
  const created = Math.floor(Date.now() / 1000);
  const byUrl = pictureUrls && response_format !== 'b64_json';
  const data = Array.from({ length: n }, (_, at) =>
    byUrl ? { url: `https://pictures.example/${at}.png` } : { b64_json },
  );
  const added = pictureUrls ? {} : { usage, size, output_format: 'png' };
  return { ...jsonReply(200, { created, data, ...added }), conversation };
}
