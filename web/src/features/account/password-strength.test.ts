import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordStrength } from './password-strength.ts';

test('length counts most, then kinds of characters', () => {
  for (const [password, strength] of [
    ['', 0],
    ['Ab1!xyz', 1],
    ['walnutkg', 1],
    ['Walnut7k', 2],
    ['walnutbridge', 2],
    ['Walnut7kmQ!', 3],
    ['walnutbridgeorchard', 3],
    ['Walnut7kmQ!rT2x', 4],
    ['walnuts grow beside the old mill', 4],
  ] as const) {
    assert.equal(passwordStrength(password), strength, password);
  }
});

test('repetition and the alphabet add nothing', () => {
  for (const password of ['aaaaaaaaaaaaaaaaaaaaaaaa', 'abcdefghijklmnopqrstuvwxyz', '12345678901234567890']) {
    assert.equal(passwordStrength(password), 1, password);
  }
});
