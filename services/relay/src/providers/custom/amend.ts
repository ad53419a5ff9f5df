import { isObject } from '../../dialects/json.ts';
import { type Amend, without } from '../amendment.ts';

/**
 * Hosts that cannot be asked for usage in streams. As the client filled the options, they may be refused for what it wrote there, and
 * without them its answers would be estimated.
 */
export const amend: Amend = (refusal) => {
  const { status, body } = refusal;
  if ((status !== 400 && status !== 422) || !body.includes('stream_options')) return undefined;
  const { stream_options: options } = refusal.sent();
  const isOurs = isObject(options) && options.include_usage === true && Object.keys(options).length === 1;
  const amendment = isOurs ? without(refusal, 'stream_options') : undefined;
  return amendment && { ...amendment, lasts: { stream_options: options } };
};
