import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';

/** What is used of a service account's key file. */
export interface ServiceAccount {
  readonly email: string;
  readonly project: string;
  readonly privateKey: KeyObject;
  readonly privateKeyId: string | undefined;
  readonly tokenUrl: string;
}

const defaultTokenUrl = 'https://oauth2.googleapis.com/token';
const read = new LRUCache<string, ServiceAccount>({ max: 1_000 });

/** Whether a key is a service account's file; else it is an API key. */
export function isServiceAccount(key: string): boolean {
  return key.trimStart().startsWith('{');
}

/** The project of a key file, for addresses; `-` when the file does not tell: its use is refused where it is read. */
export function projectIn(key: string): string {
  const file = parseJson(key);
  return isObject(file) && typeof file.project_id === 'string' ? encodeURIComponent(file.project_id) : '-';
}

/** Reads a service account's JSON. Throws an UpstreamRefusal of verdict `credential` that says what is wrong with it. */
export function readServiceAccount(key: string): ServiceAccount {
  const known = read.get(key);
  if (known) return known;
  const account = parse(key);
  read.set(key, account);
  return account;
}

function parse(key: string): ServiceAccount {
  const file = parseJson(key);
  if (!isObject(file)) throw unusable('it is no JSON object');
  const { client_email: email, project_id: project, private_key: pem, private_key_id: id, token_uri: uri } = file;
  if (typeof email !== 'string' || typeof project !== 'string' || typeof pem !== 'string')
    throw unusable('client_email, project_id or private_key is missing');
  const tokenUrl = typeof uri === 'string' ? uri : defaultTokenUrl;
  // A file that somebody made must not have us send proof of the account elsewhere.
  if (!isGoogle(tokenUrl)) throw unusable('its token_uri is not one of Google');
  return {
    email,
    project,
    privateKey: readPrivateKey(pem),
    privateKeyId: typeof id === 'string' ? id : undefined,
    tokenUrl,
  };
}

function isGoogle(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && /(^|\.)googleapis\.com$/.test(url.hostname);
}

/** Line ends are lost when the file is escaped twice. */
function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    throw unusable('its private_key is damaged');
  }
}

function unusable(reason: string): UpstreamRefusal {
  return new UpstreamRefusal({
    verdict: 'credential',
    message: `The service account cannot be used: ${reason}. Paste the whole key file as Google made it.`,
    type: 'authentication_error',
    code: 'invalid_service_account',
    param: null,
  });
}
