import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskImageUrl, taskProof, taskVideoUrl } from './task-proof.ts';

const key = new Uint8Array(32).fill(1);

test('a proof is for one task, one purpose and one installation', () => {
  const proofs = [
    taskProof(key, 'image', 'a'),
    taskProof(key, 'notify', 'a'),
    taskProof(key, 'video', 'a'),
    taskProof(key, 'image', 'b'),
    taskProof(new Uint8Array(32).fill(2), 'image', 'a'),
  ];
  assert.equal(new Set(proofs).size, proofs.length);
  assert.ok(proofs.every((proof) => /^[\w-]{43}$/.test(proof)));
  assert.equal(taskImageUrl(key, 'https://gateway.example', 'a'), `https://gateway.example/mj/image/a?k=${proofs[0]}`);
  assert.equal(taskVideoUrl(key, '', 'a'), `/v1/videos/linked/a?k=${proofs[2]}`);
});
