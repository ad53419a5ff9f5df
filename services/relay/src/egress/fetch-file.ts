import { AddressRefused, AnswerTooLong, type CidrList, guardedFetch, type Worker } from '@switchyard/http';
import { badRequest, GatewayError, refuse } from '../errors.ts';
import type { FetchFile } from './request-files.ts';

const maxBytes = 20 * 1_048_576;
/** Files are read side by side: who names bad ones hears of it within ten seconds. */
const timeoutMs = 9_000;
/** Pictures that are drawn and never run; SVG is a document with scripts, and so is HTML. */
const accepted =
  /^image\/(?:png|jpe?g|webp|gif|avif|hei[cf]|bmp|tiff)$|^(?:audio|video)\/[\w.+-]+$|^application\/pdf$|^text\/plain$/;

/**
 * Reads files of public addresses, and of ranges in `allow`, through the worker when there is one; at most 20 MiB each, redirects
 * are not followed.
 */
export function fileFetcher(allow: CidrList, worker: () => Worker | undefined): FetchFile {
  return async (url, { signal, take }) => {
    const request = { allow, maxBytes, timeoutMs, worker: worker(), signal, take };
    const { status, headers, body } = await guardedFetch(url, request).catch((error) => {
      throw refusalOf(url, error);
    });
    if (status !== 200) throw badRequest(`The file ${shown(url)} could not be read: its server answered ${status}.`);
    const mediaType = String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase();
    if (!mediaType || !accepted.test(mediaType))
      throw badRequest(`The file ${shown(url)} is no picture, sound, film, PDF or plain text.`);
    return { mediaType, base64: body.toString('base64') };
  };
}

/** Always the client's matter: whatever is thrown else would count against a channel. */
function refusalOf(url: string, error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof AnswerTooLong) return refuse('file_too_large', `The file ${shown(url)} is larger than 20 MiB.`);
  return badRequest(`The file ${shown(url)} could not be read: ${reason(error)}.`);
}

function reason(error: unknown): string {
  if (error instanceof AddressRefused) return 'its address is not public, or its port is none of the web';
  if (error instanceof Error && error.name === 'TimeoutError') return `it took longer than ${timeoutMs / 1000} s`;
  return 'its server did not answer';
}

/** Without what may be secret in it. */
function shown(url: string): string {
  return url.split(/[?#]/, 1)[0]?.slice(0, 120) ?? '';
}
