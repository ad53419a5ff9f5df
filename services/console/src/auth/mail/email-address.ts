import { domainToASCII } from 'node:url';
import type { Options } from '@switchyard/contracts';
import { type Refusal, refuse } from '../../http/answer.ts';

const longestAddress = 254;
/** RFC 5322 dot-atom, at most 64 characters (RFC 5321, section 4.5.3.1.1); no quoted names. */
const localPart = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** What `domainToASCII` would cut off or decode is no domain. */
const writtenDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** Gmail ignores dots, and has two names for the same boxes. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/** An address as it is stored and compared: lower case, domain in ASCII. undefined: it is none. */
export function parseEmailAddress(text: string): string | undefined {
  const [local = '', domain = '', ...more] = text.trim().toLowerCase().split('@');
  const ascii = writtenDomain.test(domain) ? domainToASCII(domain) : '';
  const address = `${local}@${ascii}`;
  const isAddress = more.length === 0 && localPart.test(local) && domainName.test(ascii);
  return isAddress && address.length <= longestAddress ? address : undefined;
}

/** An address that may be used here, or why it may not. */
export function readEmailAddress(options: Options, text: string): string | Refusal {
  const address = parseEmailAddress(text);
  if (address === undefined) return refuse('Enter a valid e-mail address.');
  const { EmailDomainRestrictionEnabled, EmailDomainWhitelist } = options;
  if (EmailDomainRestrictionEnabled && !EmailDomainWhitelist.has(domainOf(address))) {
    return refuse(`Use an address of one of these providers: ${[...EmailDomainWhitelist].join(', ')}.`);
  }
  return address;
}

/** One form for all spellings of a mail box. */
export function canonicalAddress(address: string): string {
  const domain = domainOf(address);
  const [box = ''] = address.slice(0, -domain.length - 1).split('+');
  return dotless.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
