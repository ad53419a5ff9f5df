import { hash } from 'node:crypto';

/**
 * The signature of easy-pay and USDT gateways: fields that are not empty, sorted by name, as `name=value` joined by `&`, the key
 * appended without a separator, MD5 in lower-case hex. Values stand there as they are.
 */
export function md5Signature(fields: Iterable<readonly [name: string, value: string]>, key: string): string {
  const text = [...fields]
    .filter(([, value]) => value !== '')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return hash('md5', text + key);
}

/** Values are joined without escaping: one that holds a separator could be read as several fields. */
export function canBeSigned(value: string): boolean {
  return !/[&=\p{Cc}]/u.test(value);
}
