import type { OperationFormat } from '../../dialects/dialect.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { badRequest } from '../../errors.ts';
import { verdicts } from './errors.ts';

/** The native call for pictures: one a request, as base64. The model stands in the address. */
export const pictures: OperationFormat = withVerdicts<OperationFormat>(
  {
    ...openaiFormatOf('images/generations'),
    name: 'cloudflare-pictures',
    writeRequest({ prompt, size, seed, n, response_format }, warn) {
      if (n !== undefined && n !== 1) throw badRequest('This model draws one picture a request.', 'n');
      if (response_format === 'url') warn('response_format', 'the picture comes as base64');
      const [, width, height] = /^(\d+)x(\d+)$/.exec(asText(size)) ?? [];
      return {
        prompt,
        ...(width !== undefined && { width: Number(width), height: Number(height) }),
        ...(seed !== undefined && { seed }),
      };
    },
    readResponse(payload) {
      const image = isObject(payload) && isObject(payload.result) ? payload.result.image : undefined;
      if (typeof image !== 'string') throw new UpstreamRefusal(openaiChat.readError(500, JSON.stringify(payload)));
      return { created: Math.floor(Date.now() / 1000), data: [{ b64_json: image }] };
    },
    readUsage: (payload) =>
      isObject(payload) && isObject(payload.result)
        ? { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, calls: 1 }
        : undefined,
  },
  verdicts,
);
