import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type RegistrationForm } from './registration.ts';

const good: RegistrationForm = {
  username: 'ada',
  password: 'long enough',
  password2: 'long enough',
  email: '',
  verification_code: '',
};
const faults = (change: Partial<RegistrationForm>, byEmail = false) => faultsOf({ ...good, ...change }, byEmail);

test('a good form has no faults', () => {
  assert.deepEqual(faults({}), {});
  assert.deepEqual(faults({ email: 'ada@example.com', verification_code: '123456' }, true), {});
});

test('name and password are needed, the password of 8 characters or more, and twice the same', () => {
  assert.deepEqual(faults({ username: ' ' }), { username: 'entry:username.needed' });
  assert.deepEqual(faults({ username: 'thirteen-long' }), { username: 'entry:refused.username' });
  assert.deepEqual(faults({ password: '', password2: '' }), { password: 'entry:password.needed' });
  assert.deepEqual(faults({ password: '1234567', password2: '1234567' }), { password: 'entry:password.short' });
  assert.deepEqual(faults({ password: '12345678', password2: '12345678' }), {});
  assert.deepEqual(faults({ password2: 'long Enough' }), { password2: 'entry:password.differ' });
});

test('characters count, not their code units', () => {
  assert.deepEqual(faults({ username: '𠮷'.repeat(12) }), {});
});

test('address and code are needed only where the site asks for them', () => {
  assert.deepEqual(faults({}, true), { email: 'entry:email.needed', verification_code: 'entry:email.codeNeeded' });
  assert.deepEqual(faults({ email: 'ada', verification_code: '1' }, true), { email: 'entry:email.invalid' });
});
