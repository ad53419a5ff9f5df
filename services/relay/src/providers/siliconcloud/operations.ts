import type { OperationFormat } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';

/** Text between a beginning and an end; the call wants a message as well. */
export const fillInTheMiddle: OperationFormat = {
  ...openaiFormatOf('completions'),
  writeRequest({ prompt, suffix, ...body }) {
    if (suffix === undefined || suffix === null) return { ...body, prompt };
    return { ...body, prefix: prompt, suffix, messages: body.messages ?? [{ role: 'user', content: '' }] };
  },
};

/** Sizes and counts have other names. Addresses of pictures live for about an hour. */
export const images: OperationFormat = {
  ...openaiFormatOf('images/generations'),
  name: 'siliconflow-images',
  writeRequest({ size, n, response_format, quality, style, user, ...body }, warn) {
    if (response_format === 'b64_json') warn('response_format', 'pictures come as addresses');
    return {
      ...body,
      ...(size !== undefined && size !== 'auto' && { image_size: size }),
      ...(n !== undefined && { batch_size: n }),
    };
  },
  readResponse(payload) {
    const pictures = isObject(payload) ? (payload.images ?? payload.data) : undefined;
    if (!Array.isArray(pictures)) throw new UpstreamRefusal(openaiChat.readError(500, JSON.stringify(payload)));
    const data = pictures.filter(isObject).map(({ url }) => ({ url }));
    return { created: Math.floor(Date.now() / 1000), data };
  },
  readUsage(payload) {
    const pictures = isObject(payload) ? (payload.images ?? payload.data) : undefined;
    if (!Array.isArray(pictures)) return undefined;
    return { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, calls: pictures.length };
  },
};

/** Voices belong to a model: plain names get it in front. */
export const speech: OperationFormat = {
  ...openaiFormatOf('audio/speech'),
  writeRequest({ voice, ...body }) {
    const plain = typeof voice === 'string' && voice !== '' && !voice.includes(':');
    return { ...body, ...(voice !== undefined && { voice: plain ? `${body.model}:${voice}` : voice }) };
  },
};
