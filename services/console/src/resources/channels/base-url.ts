import { promisify } from 'node:util';
import { AddressRefused, type CidrList, guardedLookup, parseHttpUrl } from '@switchyard/http';
import { type Refusal, refuse } from '../../http/answer.ts';

const lookupTimeoutMs = 2_000;

/**
 * The address of a channel without its last slash; empty means the provider's own. Refuses what is not http(s), carries
 * credentials, or leads to a private address outside `allow`. A name that cannot be looked up now passes: the relay
 * judges every connection again.
 */
export async function readBaseUrl(text: string | null, allow: CidrList): Promise<string | Refusal> {
  const trimmed = (text ?? '').trim().replace(/\/+$/, '');
  if (trimmed === '') return '';
  try {
    const { hostname } = parseHttpUrl(trimmed);
    const lookup = promisify(guardedLookup(allow));
    const vetted = lookup(hostname.replace(/^\[|\]$/g, ''), {});
    await Promise.race([vetted, new Promise((resolve) => setTimeout(resolve, lookupTimeoutMs).unref())]);
    return trimmed;
  } catch (error) {
    if (error instanceof AddressRefused || !isLookupFailure(error))
      return refuse(`base_url: ${(error as Error).message}`);
    return trimmed;
  }
}

function isLookupFailure(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
}
