import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { seedChannel } from '@switchyard/testing';
import { type FakeSuno, fakeSuno } from '@switchyard/testing/hosts/suno';
import { assertAuditIsClean, figures, tasksOf, until, untilStatus } from './books.ts';
import { type Customer, type Plant, startPlant, waysToRun } from './plant.ts';

const song = { gpt_description_prompt: 'calm piano', make_instrumental: true };

for (const way of waysToRun) {
  describe(way, () => {
    let hosts: FakeSuno[];
    let plant: Plant;
    before(async () => {
      hosts = [await fakeSuno('secret-0'), await fakeSuno('secret-1')];
      plant = await startPlant(way, async (db, keys) => {
        for (const [at, host] of hosts.entries()) {
          const models = ['suno_music', 'suno_lyrics'];
          await seedChannel(db, keys, { type: 36, baseUrl: host.url, key: `secret-${at}`, models });
        }
      });
    });
    after(async () => {
      await plant.close();
      for (const host of hosts) await host.close();
    });
    beforeEach(() => {
      for (const host of hosts) {
        host.calls.length = 0;
        host.answerSubmission = undefined;
      }
    });

    const hostOf = (taskId: string) => hosts.find(({ tasks }) => tasks.has(taskId)) as FakeSuno;
    const submissions = () => hosts.flatMap(({ calls }) => calls.filter(({ path }) => path.startsWith('/suno/submit')));
    const submit = async (who: Customer, action: string, body: object) => {
      const answer = await plant.call(who.key, 'POST', `/suno/submit/${action}`, body);
      assert.deepEqual([answer.status, answer.body.code], [200, 'success'], JSON.stringify(answer.body));
      return answer.body.data as string;
    };
    const finish = async (who: Customer, taskId: string, fields: object) => {
      Object.assign(hostOf(taskId).tasks.get(taskId) ?? {}, fields);
      return untilStatus(plant, who, taskId, (fields as { status: string }).status);
    };

    test('music and lyrics are charged by their action, in any case, and found at once', async () => {
      const who = await plant.customer();
      const id = await submit(who, 'Music', song);
      const { body } = await plant.call(who.key, 'GET', `/suno/fetch/${id}`);
      assert.equal(body.code, 'success');
      const { submit_time: submittedAt, ...task } = body.data;
      assert.ok(Math.abs(submittedAt - Date.now() / 1000) < 60, 'seconds');
      assert.deepEqual(task, {
        task_id: id,
        action: 'MUSIC',
        status: 'NOT_START',
        fail_reason: '',
        start_time: 0,
        finish_time: 0,
        progress: '0%',
        data: null,
      });
      const lyrics = await submit(who, 'lyrics', { prompt: 'dance' });
      await plant.call(who.key, 'GET', `/suno/fetch/${lyrics}`);
      assert.equal((await figures(plant, who)).used, 55_000);
      const music = submissions().find(({ path }) => path.endsWith('/MUSIC'));
      assert.equal(JSON.parse(music?.text ?? '').mv, 'chirp-v3-0');
      await assertAuditIsClean(plant);
    });

    test('clips are returned as the host tells them', async () => {
      const who = await plant.customer();
      const id = await submit(who, 'music', song);
      const clips = [{ id: 'c1', status: 'complete', audio_url: 'https://songs.example/1' }];
      await finish(who, id, { status: 'SUCCESS', start_time: 1_790_000_000, finish_time: 1_790_000_060, data: clips });
      const { body } = await plant.call(who.key, 'POST', '/suno/fetch', { ids: [id, 'nobody'] });
      assert.equal(body.data.length, 1);
      const [{ status, progress, start_time, finish_time, data }] = body.data;
      assert.deepEqual(
        [status, progress, start_time, finish_time, data],
        ['SUCCESS', '100%', 1_790_000_000, 1_790_000_060, clips],
      );
    });

    test('without anybody asking, a task comes to its end by the schedule', async () => {
      const who = await plant.customer();
      const id = await submit(who, 'music', song);
      Object.assign(hostOf(id).tasks.get(id) ?? {}, { status: 'FAILURE', fail_reason: 'moderation' });
      const ended = async () => (await tasksOf(plant, who)).find(({ status }) => status === 'FAILURE');
      assert.equal((await until(ended, 40_000)).fail_reason, 'moderation');
    });

    test('a failed song is refunded; one of two clips is worth the price', async () => {
      const [unlucky, lucky] = [await plant.customer(), await plant.customer()];
      const failed = await submit(unlucky, 'music', song);
      await finish(unlucky, failed, { status: 'FAILURE', fail_reason: 'moderation' });
      assert.deepEqual(await figures(plant, unlucky), { balance: 500_000, used: 0, remain: 500_000, tokenUsed: 0 });
      const half = await submit(lucky, 'music', song);
      const data = [{ status: 'complete' }, { status: 'error' }];
      Object.assign(hostOf(half).tasks.get(half) ?? {}, { status: 'FAILURE', fail_reason: 'one failed', data });
      await untilStatus(plant, lucky, half, 'SUCCESS');
      assert.equal((await figures(plant, lucky)).used, 50_000);
      await assertAuditIsClean(plant);
    });

    test('a song is continued where it was made, and only by its owner', async () => {
      const [who, other] = [await plant.customer(), await plant.customer()];
      const id = await submit(who, 'music', song);
      await plant.call(who.key, 'GET', `/suno/fetch/${id}`);
      for (const host of hosts) host.calls.length = 0;
      const more = { prompt: 'more', continue_clip_id: 'c1', task_id: id };
      for (let round = 0; round < 6; round++) await submit(who, 'music', more);
      assert.ok(submissions().every((call) => hostOf(id).calls.includes(call)));
      const foreign = await plant.call(other.key, 'POST', '/suno/submit/music', more);
      assert.deepEqual([foreign.status, foreign.body.code, foreign.body.data], [400, 'task_not_exist', null]);
      const unnamed = await plant.call(who.key, 'POST', '/suno/submit/music', { continue_clip_id: 'c1' });
      assert.deepEqual([unnamed.status, unnamed.body.message], [400, 'task id is empty']);
      assert.equal((await plant.call(other.key, 'GET', `/suno/fetch/${id}`)).body.code, 'task_not_exist');
      assert.deepEqual((await plant.call(other.key, 'POST', '/suno/fetch', { ids: [id] })).body.data, []);
    });

    test('another channel is asked when one refuses, and nothing is charged when all do', async () => {
      const who = await plant.customer();
      const [first, second] = hosts as [FakeSuno, FakeSuno];
      const busy = () => ({ status: 429, body: { code: 'internal_error', message: 'too many', data: null } });
      first.answerSubmission = busy;
      await submit(who, 'music', song);
      await untilCharged(who, 50_000);
      second.answerSubmission = busy;
      const { status, body } = await plant.call(who.key, 'POST', '/suno/submit/music', song);
      assert.equal(status, 502);
      assert.equal(body.data, null);
      assert.equal((await tasksOf(plant, who)).length, 1);
      await untilCharged(who, 50_000);
      await assertAuditIsClean(plant);
    });

    test('what cannot be done is refused in the shape of the protocol', async () => {
      const who = await plant.customer();
      const refusal = async (action: string, body: object) => {
        const answer = await plant.call(who.key, 'POST', `/suno/submit/${action}`, body);
        return [answer.status, answer.body.code, answer.body.data];
      };
      assert.deepEqual(await refusal('dance', {}), [400, 'invalid_action', null]);
      assert.deepEqual(await refusal('lyrics', {}), [400, 'prompt_empty', null]);
      await plant.db.updateTable('tokens').set({ remain_quota: 10 }).where('id', '=', who.tokenId).execute();
      assert.deepEqual(await refusal('music', song), [403, 'quota_not_enough', null]);
      assert.equal(submissions().length, 0);
    });

    async function untilCharged(who: Customer, used: number) {
      await until(async () => ((await figures(plant, who)).used === used ? true : undefined));
    }
  });
}
