import { createHash } from 'node:crypto';
import { demand } from '../refusal.ts';

/** A picture, document or sound as a host received it, or the address where it lies. */
export type Attachment =
  | { readonly mediaType: string; readonly byteLength: number /** In hexadecimal. */; readonly sha256: string }
  | { readonly url: string };

/** How files of a type begin, in hexadecimal. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638/,
  'image/webp': /^52494646.{8}57454250/,
  'application/pdf': /^255044462d/,
};

/** Refuses what is not base64 (RFC 4648), is empty, or does not begin as its media type does. */
export function attachmentOf(mediaType: string, base64: string): Attachment {
  const bytes = Buffer.from(base64, 'base64');
  demand(bytes.length > 0 && bytes.toString('base64') === base64, 'The data is not valid base64.');
  const begins = beginnings[mediaType]?.test(bytes.toString('hex', 0, 12)) ?? true;
  demand(begins, `The data is not of type ${mediaType}.`);
  return { mediaType, byteLength: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** What a data URL (RFC 2397) holds; an http address is remembered, not fetched. */
export function attachmentOfUrl(url: string): Attachment {
  if (/^https?:\/\//.test(url)) return { url };
  const [, mediaType, base64] = /^data:([\w.+/-]+);base64,(.*)$/s.exec(url) ?? [];
  demand(mediaType !== undefined && base64 !== undefined, 'Expected a base64 data URL or an http address.');
  return attachmentOf(mediaType, base64);
}

/** How an answer speaks of an attachment, so that a test sees whether its bytes arrived. */
export function describeAttachment(attachment: Attachment): string {
  if ('url' in attachment) return `what lies at ${attachment.url}`;
  const { mediaType, byteLength, sha256 } = attachment;
  return `${mediaType} of ${byteLength} bytes, sha256 ${sha256.slice(0, 12)}`;
}
