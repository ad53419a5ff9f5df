import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Drawing, Task } from './api.ts';
import { isUnderWay, percentOf, secondsSpent, type Work, workOfDrawing, workOfTask } from './work.ts';

const drawing: Drawing = {
  id: 1,
  code: 1,
  user_id: 1,
  action: 'IMAGINE',
  mj_id: 'd1',
  prompt: 'a fox',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: 1_790_000_000_999,
  start_time: 0,
  finish_time: 1_790_000_061_000,
  image_url: 'https://pictures.example/1.png',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  quota: 5,
  buttons: '[{"label":"U1","style":2},{"label":"V1","style":1},{"emoji":"🔄","style":3},{"label":""},null]',
  properties: '{}',
};

test('a video is played from where its host keeps it, else through us', () => {
  const task = { task_id: 'v', properties: { input: '' }, video_url: '/v1/videos/linked/1?k=2' } as Task;
  const url = 'https://videos.example/1.mp4';
  assert.deepEqual(workOfTask({ ...task, data: { video_url: url } }).results, [{ kind: 'video', url, title: '' }]);
  assert.deepEqual(workOfTask({ ...task, data: {} }).results, [{ kind: 'video', url: task.video_url, title: '' }]);
  assert.deepEqual(workOfTask({ ...task, data: {}, video_url: '' }).results, []);
});

test('a drawing is shown in seconds, with its picture and what its buttons say', () => {
  const work = workOfDrawing(drawing);
  assert.deepEqual([work.submittedAt, work.finishedAt], [1_790_000_000, 1_790_000_061]);
  assert.deepEqual(work.results, [{ kind: 'image', url: 'https://pictures.example/1.png', title: '' }]);
  assert.deepEqual(work.buttons, [
    { label: 'U1', pressed: false },
    { label: 'V1', pressed: true },
    { label: '🔄', pressed: true },
  ]);
});

test('a drawing whose buttons or picture cannot be read has none', () => {
  const work = workOfDrawing({ ...drawing, buttons: '{', image_url: 'javascript:1' });
  assert.deepEqual([work.buttons, work.results], [[], []]);
});

test('time is spent until the end, or until now', () => {
  const work = (fields: Partial<Work>) => ({ ...workOfDrawing(drawing), ...fields });
  assert.equal(secondsSpent(work({}), 0), 61);
  assert.equal(secondsSpent(work({ finishedAt: 0, status: 'IN_PROGRESS' }), 1_790_000_030), 30);
  assert.equal(secondsSpent(work({ finishedAt: 0, status: 'FAILURE' }), 1_790_000_030), undefined);
  assert.equal(secondsSpent(work({ submittedAt: 0 }), 1_790_000_030), undefined);
});

test('a percentage is a number, everything else is not', () => {
  assert.deepEqual(['0%', '45%', '99.9%', '250%'].map(percentOf), [0, 45, 99, 100]);
  assert.deepEqual(['', 'half', '45', '-3%', '4 5%'].map(percentOf), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('success, failure and cancelling end a work, all else goes on', () => {
  assert.deepEqual(
    ['SUCCESS', 'FAILURE', 'CANCEL', 'NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'MODAL', 'UNKNOWN', ''].map(
      (status) => isUnderWay({ status }),
    ),
    [false, false, false, true, true, true, true, true, true, true],
  );
});
