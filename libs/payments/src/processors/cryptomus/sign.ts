import { createHash } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';

const member = /"sign"\s*:\s*"([0-9a-f]{32})"/;

/** Cryptomus' signature of the exact bytes of a body: MD5 of their base64 and the payment key (doc.cryptomus.com). */
export function sign(body: string, apiKey: string): string {
  return createHash('md5').update(Buffer.from(body).toString('base64')).update(apiKey).digest('hex');
}

/**
 * What a call of Cryptomus says; undefined when its signature is not right. The signature is a member of the text that it
 * signs without it. It is cut out of the raw text: to write the JSON again would lose PHP's way of escaping.
 */
export function readSigned(raw: string, apiKey: string): unknown {
  const found = member.exec(raw);
  const given = found?.[1];
  if (apiKey === '' || !found || !given) return undefined;
  const before = raw.slice(0, found.index).trimEnd();
  const after = raw.slice(found.index + found[0].length).trimStart();
  const unsigned = before.endsWith(',') ? before.slice(0, -1) + after : before + after.replace(/^,\s*/, '');
  return constantTimeEqual(sign(unsigned, apiKey), given) ? JSON.parse(unsigned) : undefined;
}
