import { AddressRefused, type CidrList, guardedFetch, type Worker } from '@switchyard/http';
import { badRequest } from '../errors.ts';
import type { FetchFile } from './inline-files.ts';

const maxBytes = 20 * 1_048_576;
const timeoutMs = 20_000;
const accepted = /^(image|audio|video)\/[\w.+-]+$|^application\/pdf$|^text\/[\w.+-]+$/;

/**
 * Reads files of public addresses, and of ranges in `allow`, through the worker when there is one; at most 20 MiB each, redirects
 * are not followed.
 */
export function fileFetcher(allow: CidrList, worker: () => Worker | undefined): FetchFile {
  return async (url) => {
    const request = { allow, maxBytes, timeoutMs, worker: worker() };
    const { status, headers, body } = await guardedFetch(url, request).catch((error) => {
      throw badRequest(`The file ${shown(url)} could not be read: ${reason(error)}.`);
    });
    if (status !== 200) throw badRequest(`The file ${shown(url)} could not be read: its server answered ${status}.`);
    const mediaType = String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase();
    if (!mediaType || !accepted.test(mediaType))
      throw badRequest(`The file ${shown(url)} is no picture, sound, film, PDF or text.`);
    return { mediaType, base64: body.toString('base64') };
  };
}

function reason(error: unknown): string {
  if (error instanceof AddressRefused) return 'its address is not public';
  if (error instanceof Error && error.name === 'TimeoutError') return `it took longer than ${timeoutMs / 1000} s`;
  if (error instanceof Error && /longer than/.test(error.message)) return 'it is larger than 20 MiB';
  return 'its server did not answer';
}

/** Without what may be secret in it. */
function shown(url: string): string {
  return url.split(/[?#]/, 1)[0]?.slice(0, 120) ?? '';
}
