import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionsFor, canEdit } from './user-actions.ts';

const root = 100;
const administrator = 10;
const user = { role: 1, status: 1, DeletedAt: null };

test('root may raise and lower, administrators only switch and delete', () => {
  assert.deepEqual(actionsFor(root, user), ['promote', 'disable', 'delete']);
  assert.deepEqual(actionsFor(root, { ...user, role: administrator }), ['demote', 'disable', 'delete']);
  assert.deepEqual(actionsFor(administrator, user), ['disable', 'delete']);
});

test('who is disabled can be enabled; any status but 1 counts as disabled', () => {
  for (const status of [2, 3, 7]) {
    assert.deepEqual(actionsFor(administrator, { ...user, status }), ['enable', 'delete'], String(status));
  }
});

test('nobody is offered what the server refuses: same or higher level, root, deleted users', () => {
  for (const role of [administrator, root]) assert.deepEqual(actionsFor(administrator, { ...user, role }), []);
  assert.deepEqual(actionsFor(root, { ...user, role: root }), []);
  assert.deepEqual(actionsFor(root, { ...user, DeletedAt: '2026-11-01T00:00:00.000Z' }), []);
  assert.equal(canEdit(administrator, { ...user, role: administrator }), false);
  assert.equal(canEdit(root, { ...user, role: root }), true);
  assert.equal(canEdit(root, { ...user, DeletedAt: '2026-11-01T00:00:00.000Z' }), false);
});
