import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pollMidjourney } from './midjourney/poll.ts';
import { openaiVideoTasks } from './openai/video-tasks.ts';
import type { HostCall } from './provider.ts';
import { pollSuno } from './suno/poll.ts';

const answering =
  (answer: unknown): HostCall =>
  async () =>
    answer;

test('drawings: what was not asked for, and what is no task, is passed over', async () => {
  const answer = [
    { id: '1', status: 'IN_PROGRESS', progress: '40%', startTime: 1_790_000_000_000, finishTime: -1 },
    { id: '2', status: 'SUCCESS' },
    { id: '3', status: 'NEW_WORD', failReason: null, progress: 7 },
    { id: '4', status: '' },
    null,
    'task',
    { status: 'FAILURE' },
  ];
  const reports = await pollMidjourney(answering(answer), ['1', '3', '4']);
  assert.deepEqual(
    reports.map(({ data, ...report }) => report),
    [
      { taskId: '1', status: 'IN_PROGRESS', progress: '40%', failReason: '', startedAtMs: 1_790_000_000_000 },
      { taskId: '3', status: 'UNKNOWN', progress: '7', failReason: '' },
      { taskId: '4', status: 'NOT_START', progress: '', failReason: '' },
    ],
  );
});

test('an object instead of a list is no news about any task', async () => {
  await assert.rejects(pollMidjourney(answering({ code: 4 }), ['1']));
  await assert.rejects(pollSuno(answering({ code: 'internal_error', data: null }), ['1']));
});

for (const [word, status, progress] of [
  ['complete', 'SUCCESS', ''],
  ['STREAMING', 'IN_PROGRESS', '50%'],
  ['pending', 'NOT_START', '0%'],
  ['error', 'FAILURE', ''],
  ['new word', 'UNKNOWN', ''],
  ['constructor', 'UNKNOWN', ''],
  [7, 'UNKNOWN', ''],
] as const) {
  test(`songs: ${word} is ${status}`, async () => {
    const [report] = await pollSuno(answering({ data: [{ task_id: '1', status: word }] }), ['1']);
    assert.deepEqual([report?.status, report?.progress], [status, progress]);
  });
}

test('a video that the host does not tell about leaves the others their news', async () => {
  const host: HostCall = async (path) => {
    if (path.endsWith('/gone')) throw new Error('404');
    if (path.endsWith('/other')) return { id: 'somebody-else', status: 'failed' };
    return { id: 'mine', status: 'completed', progress: 100, seconds: '5', completed_at: 1_790_000_000 };
  };
  const reports = await openaiVideoTasks.poll(host, ['gone', 'other', 'mine']);
  assert.deepEqual(
    reports.map(({ data, ...report }) => report),
    [
      {
        taskId: 'mine',
        status: 'SUCCESS',
        progress: '100%',
        failReason: '',
        seconds: 5,
        finishedAtMs: 1_790_000_000_000,
      },
    ],
  );
});
