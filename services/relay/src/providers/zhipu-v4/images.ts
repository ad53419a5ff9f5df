import type { OperationFormat } from '../../dialects/dialect.ts';
import { openaiFormatOf } from '../../dialects/openai-operations/index.ts';
import { picturesIn } from '../pictures.ts';
import { errorIn, readError } from './errors.ts';

/** CogView: one picture a request, by its address. */
export const zhipuImages: OperationFormat = {
  ...openaiFormatOf('images/generations'),
  readError,
  errorIn,
  readUsage: picturesIn,
  writeRequest({ model, prompt, size, quality, n, response_format: format, ...rest }, warn) {
    if (n !== undefined && n !== 1) warn('n', 'one picture a request');
    if (format === 'b64_json') warn('response_format', 'pictures come by their address');
    for (const field of ['background', 'style', 'output_format', 'output_compression', 'moderation']) {
      if (rest[field] !== undefined) warn(field, 'this model does not take it');
    }
    return {
      model,
      prompt,
      ...(typeof size === 'string' && size !== 'auto' && { size }),
      ...(typeof quality === 'string' &&
        quality !== 'auto' && { quality: /^(hd|high)$/.test(quality) ? 'hd' : 'standard' }),
      ...(typeof rest.user_id === 'string' && { user_id: rest.user_id }),
    };
  },
};
