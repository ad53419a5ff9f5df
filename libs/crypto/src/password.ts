import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { randomText } from './random-text.ts';

/** Argon2id; one hash takes about 100 ms and 64 MiB. A change makes older hashes due for a rehash. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;

/** Hashing runs on libuv's four threads, which files and name lookups need as well. */
const parallel = 2;
const queueLimit = 64;
const limit = pLimit(parallel);

const leastCharacters = 8;
const mostCharacters = 128;

/** No room in the queue: answer 429, the client tries again in a few seconds. */
export class PasswordsBusy extends Error {
  constructor() {
    super('too many passwords are being checked, try again in a few seconds');
    this.name = 'PasswordsBusy';
  }
}

/** What is wrong with a new password: 8 to 128 characters, counted as code points after NFC. */
export function passwordProblem(password: string): 'too_short' | 'too_long' | undefined {
  const characters = [...password.normalize('NFC')].length;
  if (characters < leastCharacters) return 'too_short';
  return characters > mostCharacters ? 'too_long' : undefined;
}

/** Argon2id hash as a PHC string. Throws RangeError when the length is wrong, PasswordsBusy under overload. */
export async function hashPassword(password: string): Promise<string> {
  const problem = passwordProblem(password);
  if (problem) throw new RangeError(`password is ${problem.replace('_', ' ')}`);
  return queued(() => hash(password.normalize('NFC'), cost));
}

/**
 * Compares a password with a stored hash. Pass `undefined` when there is no such user or no password: a hash that
 * nothing matches is then checked, so that the answer takes as long. `rehash`: right, but stored at an older cost or as the
 * bcrypt of an account that moved in from another gateway. Throws PasswordsBusy under overload.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<{ readonly valid: boolean; readonly rehash: boolean }> {
  const comparable = stored !== undefined && passwordProblem(password) !== 'too_long';
  const text = comparable ? password.normalize('NFC') : '';
  if (stored !== undefined && isBcryptHash(stored)) {
    const right = () => Promise.all([verifyBcrypt(password, stored), verify(unmatched, text)]);
    const valid = (await queued(right))[0] && comparable;
    return { valid, rehash: valid };
  }
  const valid = (await queued(() => verify(stored ?? unmatched, text))) && comparable;
  return { valid, rehash: valid && stored !== undefined && isOutdated(stored) };
}

/** Whether a stored password is a bcrypt hash, as other gateways keep them. `verifyPassword` checks it. */
export function isBcryptHash(stored: string): boolean {
  return /^\$2[aby]\$\d\d\$[./0-9A-Za-z]{53}$/.test(stored);
}

/** A password to print or show once: 20 characters that cannot be mistaken for each other (116 bits). */
export function randomPassword(): string {
  return randomText('23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz', 20);
}

/** Random salt and tag: the tag of no known password. */
const unmatched = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${phc(16)}$${phc(32)}`;

function phc(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return (
    !stored.startsWith('$argon2id$') ||
    memoryCost !== cost.memoryCost ||
    timeCost !== cost.timeCost ||
    parallelism !== cost.parallelism
  );
}

async function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= queueLimit) throw new PasswordsBusy();
  return limit(work);
}
