import type { Endpoint, Target } from '../provider.ts';
import { joinUrl, pathOf } from '../url.ts';

const taskSuffix =
  /\/(chat\/completions|completions|responses|embeddings|images\/[a-z]+|audio\/[a-z]+|rerank|moderations|messages)$/;

/** The address is complete: nothing is appended to it. */
export function isWholeAddress(base: string): boolean {
  return base.includes('{model}') || (URL.canParse(base) && taskSuffix.test(new URL(base).pathname));
}

/**
 * undefined when the address serves another operation. Formats beside OpenAI's chats are spoken only by addresses that
 * end in their path: a plain host is not known to speak them. Throws a TypeError for a model that does not
 * fit into a URL.
 */
export function customUrl(base: string, endpoint: Endpoint, target: Target): URL | undefined {
  const { model } = target;
  const path = pathOf(endpoint, target);
  const isForeign = path === '/v1/responses' || path === '/v1/messages';
  if (base.includes('{model}')) {
    if (isForeign) return undefined;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    if (/\.\.|[?#\u0000-\u001f]/.test(model))
      throw new TypeError('The model name does not fit into the address of this channel.');
    const [address = '', query] = base.split('?', 2);
    const inPath = address.replaceAll('{model}', model.split('/').map(encodeURIComponent).join('/'));
    return new URL(
      query === undefined ? inPath : `${inPath}?${query.replaceAll('{model}', encodeURIComponent(model))}`,
    );
  }
  const suffix = taskSuffix.exec(new URL(base).pathname)?.[0];
  if (suffix) return path.endsWith(`/v1${suffix}`) ? new URL(base) : undefined;
  return isForeign ? undefined : joinUrl(base, path);
}
