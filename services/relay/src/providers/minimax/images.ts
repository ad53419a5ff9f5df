import type { Json } from '../../dialects/canonical.ts';
import type { OperationFormat } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { neverPassed } from '../../dialects/never-passed.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { pictureUsage } from '../pictures.ts';
import { errorIn, readError } from './base-resp.ts';

/** Shapes of OpenAI's sizes. */
const ratios: Readonly<Record<string, string>> = {
  '1024x1024': '1:1',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
  '1536x1024': '3:2',
  '1024x1536': '2:3',
};

export const minimaxImages: OperationFormat = {
  ...neverPassed,
  name: 'minimax-images',
  readUsage(payload) {
    const { metadata } = isObject(payload) ? payload : {};
    // A number in a text.
    const told = isObject(metadata) ? Number(metadata.success_count) : 0;
    const count = told > 0 ? told : readPictures(payload).length;
    return count > 0 ? pictureUsage(count) : undefined;
  },
  readOutput: () => '',
  readError,
  errorIn,
  writeRequest({ model, prompt, n, size, aspect_ratio: given, response_format: format, ...rest }, warn) {
    const ratio = given ?? ratios[asText(size)];
    if (ratio === undefined && size !== undefined && size !== 'auto') warn('size', 'this model knows no such size');
    for (const field of ['quality', 'style', 'background', 'output_format', 'moderation', 'user']) {
      if (rest[field] !== undefined) warn(field, 'this model does not take it');
    }
    return {
      model,
      prompt,
      ...(ratio !== undefined && { aspect_ratio: ratio }),
      ...(n !== undefined && { n }),
      response_format: format === 'b64_json' ? 'base64' : 'url',
    };
  },
  readResponse(payload) {
    const data = readPictures(payload);
    if (data.length === 0) throw new UpstreamRefusal(readError(500, JSON.stringify(payload)));
    return { created: Math.floor(Date.now() / 1000), data };
  },
};

function readPictures(payload: unknown): Json[] {
  const { image_urls: urls, image_base64: texts } = isObject(payload) && isObject(payload.data) ? payload.data : {};
  return [
    ...(Array.isArray(urls) ? urls.map((url) => ({ url })) : []),
    ...(Array.isArray(texts) ? texts.map((text) => ({ b64_json: text })) : []),
  ];
}
