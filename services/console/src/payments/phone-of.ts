import type { Phone } from '@switchyard/payments';

/** Which phone or tablet a browser names itself to be of; undefined where it asks for the pages of a computer, or says nothing. */
export function phoneOf(userAgent = ''): Phone | undefined {
  if (/Android/i.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : undefined;
}
