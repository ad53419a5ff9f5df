import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hashPassword,
  isBcryptHash,
  PasswordsBusy,
  passwordProblem,
  randomPassword,
  verifyPassword,
} from './password.ts';
import { countHashes } from './testing/count-hashes.ts';

// Argon2id at the least cost that OWASP allows, salt 0123456789abcdef.
const atOldCost = '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gy5SuVm5Z7Vw7keB9se9p87QGcomaseB/S2U1OhTsM0';
// bcrypt at cost 10, made by libxcrypt.
const fromElsewhere = '$2a$10$Qm9yZWRPYWtNYXBsZUVsbOBw5inGsCQwJ8Gl7Vgmoa8rVmoQCSHqC';

test('a hash made elsewhere at a lower cost is accepted and due for a rehash', async () => {
  assert.deepEqual(await verifyPassword(atOldCost, 'correct horse battery staple'), { valid: true, rehash: true });
  assert.deepEqual(await verifyPassword(atOldCost, 'correct horse battery stable'), { valid: false, rehash: false });
});

test('a bcrypt hash of another gateway is accepted for its password and due for a rehash', async () => {
  assert.equal(isBcryptHash(fromElsewhere), true);
  assert.deepEqual(await verifyPassword(fromElsewhere, 'a password of before'), { valid: true, rehash: true });
  assert.deepEqual(await verifyPassword(fromElsewhere, 'a password of behind'), { valid: false, rehash: false });
  assert.deepEqual(await verifyPassword(fromElsewhere, 'x'.repeat(1000)), { valid: false, rehash: false });
  assert.equal(isBcryptHash(atOldCost), false);
});

test('a fresh hash is accepted, not due for a rehash, and salted', async () => {
  const [first, second] = await Promise.all([hashPassword('hunter2hunter2'), hashPassword('hunter2hunter2')]);
  assert.notEqual(first, second);
  assert.match(first, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  assert.deepEqual(await verifyPassword(first, 'hunter2hunter2'), { valid: true, rehash: false });
});

test('a composed and a decomposed letter are the same password', async () => {
  const stored = await hashPassword('na\u00efvet\u00e9-1');
  assert.equal((await verifyPassword(stored, 'nai\u0308vete\u0301-1')).valid, true);
});

test('an unknown user costs as many hashes as a wrong password, and is never valid', async () => {
  const stored = await hashPassword('hunter2hunter2');
  const hashes = (hash: string | undefined, password: string) =>
    countHashes(async () => assert.equal((await verifyPassword(hash, password)).valid, false));
  assert.equal(await hashes(stored, 'wrong password'), 1);
  assert.equal(await hashes(undefined, 'wrong password'), 1);
  assert.equal(await hashes(undefined, ''), 1);
  assert.equal(await hashes(stored, 'x'.repeat(1000)), 1);
  assert.equal(await hashes(fromElsewhere, 'wrong password'), 2, 'one of ours beside bcrypt, which is the shorter');
});

test('8 to 128 characters, counted as people see them', async () => {
  assert.equal(passwordProblem('1234567'), 'too_short');
  assert.equal(passwordProblem('12345678'), undefined);
  assert.equal(passwordProblem('e\u0301'.repeat(4)), 'too_short');
  assert.equal(passwordProblem('\u{1F600}'.repeat(128)), undefined);
  assert.equal(passwordProblem('x'.repeat(129)), 'too_long');
  await assert.rejects(hashPassword('1234567'), RangeError);
});

test('beyond the queue limit a check is refused at once instead of waiting', async () => {
  const checks = Array.from({ length: 100 }, () => verifyPassword(atOldCost, 'some password'));
  const results = await Promise.allSettled(checks);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 100, `${refused.length} refused`);
  for (const result of refused) assert.ok(result.reason instanceof PasswordsBusy);
  assert.equal((await verifyPassword(atOldCost, 'correct horse battery staple')).valid, true);
});

test('a random password has no characters that look alike', () => {
  for (let round = 0; round < 100; round++) assert.match(randomPassword(), /^[2-9A-HJ-NP-Za-km-np-z]{20}$/);
});
