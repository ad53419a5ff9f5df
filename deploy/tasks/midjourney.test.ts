import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { seedChannel } from '@switchyard/testing';
import { type FakeMidjourney, fakeMidjourney, picture } from '@switchyard/testing/hosts/midjourney';
import { serveTasks } from '@switchyard/testing/hosts/task-server';
import { assertAuditIsClean, figures, tasksOf, until, untilStatus } from './books.ts';
import { type Customer, type Plant, startPlant, waysToRun } from './plant.ts';

const models = [
  'mj_imagine',
  'mj_upscale',
  'mj_variation',
  'mj_inpaint',
  'mj_modal',
  'mj_describe',
  'mj_upload',
  'swap_face',
];
const serverAddress = 'https://gateway.example';

for (const way of waysToRun) {
  describe(way, () => {
    let hosts: FakeMidjourney[];
    let channelIds: number[];
    let plant: Plant;
    before(async () => {
      hosts = [await fakeMidjourney('secret-0'), await fakeMidjourney('secret-1')];
      channelIds = [];
      plant = await startPlant(way, async (db, keys) => {
        for (const [at, host] of hosts.entries()) {
          channelIds.push(await seedChannel(db, keys, { type: 5, baseUrl: host.url, key: `secret-${at}`, models }));
        }
        await db
          .insertInto('options')
          .values([
            { key: 'ServerAddress', value: serverAddress },
            { key: 'MjNotifyEnabled', value: 'true' },
            { key: 'MjModeClearEnabled', value: 'true' },
          ])
          .execute();
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

    const untouched = { balance: 500_000, used: 0, remain: 500_000, tokenUsed: 0 };
    const spent = (quota: number) => ({
      balance: 500_000 - quota,
      used: quota,
      remain: 500_000 - quota,
      tokenUsed: quota,
    });
    const hostOf = (taskId: string) => hosts.find(({ tasks }) => tasks.has(taskId)) as FakeMidjourney;
    const submissions = () =>
      hosts.flatMap(({ calls }) => calls.filter(({ path }) => /\/(submit|insight-face)\//.test(path)));
    const answerAll = (body: unknown, status = 200) => {
      for (const host of hosts) host.answerSubmission = () => ({ status, body });
    };
    const imagine = async (who: Customer, fields: object = {}) => {
      const { status, body } = await plant.call(who.key, 'POST', '/mj/submit/imagine', {
        prompt: 'a red fox',
        ...fields,
      });
      assert.deepEqual([status, body.code], [200, 1], JSON.stringify(body));
      return body.result as string;
    };
    const finish = async (who: Customer, taskId: string, fields: object) => {
      Object.assign(hostOf(taskId).tasks.get(taskId) ?? {}, fields);
      return untilStatus(plant, who, taskId, (fields as { status: string }).status);
    };

    test('a submission is charged once and found at once; its answer, state and result are read from the store', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      const { status, body } = await plant.call(who.key, 'GET', `/mj/task/${id}/fetch`);
      assert.equal(status, 200);
      assert.deepEqual([body.id, body.action, body.prompt, body.status], [id, 'IMAGINE', 'a red fox', 'NOT_START']);
      assert.ok(Math.abs(body.submitTime - Date.now()) < 60_000, 'milliseconds');
      assert.deepEqual(await figures(plant, who), spent(50_000));

      await finish(who, id, {
        status: 'SUCCESS',
        progress: '100%',
        buttons: [{ customId: 'MJ::JOB::upsample::1::x' }],
      });
      const listed = await plant.call(who.key, 'POST', '/mj/task/list-by-condition', { ids: [id, 'nobody'] });
      assert.deepEqual(
        listed.body.map((task: { status: string; progress: string }) => [task.status, task.progress]),
        [['SUCCESS', '100%']],
      );
      assert.deepEqual(listed.body[0].buttons, [{ customId: 'MJ::JOB::upsample::1::x' }]);
      assert.deepEqual(await figures(plant, who), spent(50_000));
      await assertAuditIsClean(plant);
    });

    test('the host hears its own secret and nothing of the caller', async () => {
      const who = await plant.customer();
      await imagine(who, {
        prompt: 'a fox --turbo --ar 3:2',
        accountFilter: { modes: ['TURBO'] },
        api_base: 'https://elsewhere.example',
        notifyHook: 'http://inside/',
      });
      const [call] = submissions();
      assert.equal(call?.headers.authorization, undefined);
      const sent = JSON.parse(call?.text ?? '');
      assert.equal(sent.prompt, 'a fox --ar 3:2');
      assert.deepEqual([sent.accountFilter, sent.api_base], [undefined, undefined]);
      assert.match(sent.notifyHook, /^https:\/\/gateway\.example\/mj\/notify\?task=[0-9a-f-]{36}&k=[\w-]{43}$/);
    });

    test('a failed drawing is refunded with every figure, once', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      await finish(who, id, { status: 'FAILURE', progress: '30%', failReason: 'banned' });
      assert.deepEqual(await figures(plant, who), untouched);
      const { body } = await plant.call(who.key, 'GET', `/mj/task/${id}/fetch`);
      assert.deepEqual([body.status, body.progress, body.failReason], ['FAILURE', '100%', 'banned']);
      await assertAuditIsClean(plant);
    });

    test("another user's task is not found, not listed, and cannot be built on", async () => {
      const [owner, other] = [await plant.customer(), await plant.customer()];
      const id = await imagine(owner);
      await finish(owner, id, { status: 'SUCCESS' });
      const fetched = await plant.call(other.key, 'GET', `/mj/task/${id}/fetch`);
      assert.deepEqual(
        [fetched.status, fetched.body],
        [400, { code: 4, description: 'task_no_found', type: 'upstream_error' }],
      );
      assert.deepEqual((await plant.call(other.key, 'POST', '/mj/task/list-by-condition', { ids: [id] })).body, []);
      const followUp = { taskId: id, customId: 'MJ::JOB::upsample::1::x' };
      const refused = await plant.call(other.key, 'POST', '/mj/submit/action', followUp);
      assert.deepEqual([refused.status, refused.body.description], [400, 'task_not_found']);
      assert.deepEqual(await figures(plant, other), untouched);
    });

    test('what builds on a task goes to the channel that has it, whatever way it names it', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      const early = await plant.call(who.key, 'POST', '/mj/submit/simple-change', { content: `${id} U2` });
      assert.deepEqual([early.status, early.body.description], [400, 'task_status_not_success']);
      await finish(who, id, { status: 'SUCCESS' });
      for (const host of hosts) host.calls.length = 0;
      for (let round = 0; round < 3; round++) {
        for (const [path, body] of [
          ['/mj/submit/simple-change', { content: `${id} U2` }],
          ['/mj/submit/change', { taskId: id, action: 'UPSCALE', index: 1 }],
          ['/mj/submit/action', { taskId: id, customId: 'MJ::JOB::upsample::3::x' }],
        ] as const) {
          // At half the price of a drawing.
          assert.equal((await plant.call(who.key, 'POST', path, body)).body.code, 1);
        }
      }
      assert.equal(submissions().length, 9);
      assert.ok(submissions().every((call) => hostOf(id).calls.includes(call)));
      await until(async () => ((await figures(plant, who)).used === 50_000 + 9 * 25_000 ? true : undefined));
    });

    test('a dialog costs nothing until it is answered, and then once, in one row', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      await finish(who, id, { status: 'SUCCESS' });
      const dialog = `dialog-${id}`;
      answerAll({ code: 21, description: 'waiting', result: dialog, properties: { remix: true } });
      const opened = await plant.call(who.key, 'POST', '/mj/submit/action', {
        taskId: id,
        customId: 'MJ::JOB::variation::1::x',
      });
      assert.equal(opened.body.code, 21);
      await until(async () => (await tasksOf(plant, who)).find(({ status }) => status === 'MODAL'));
      assert.deepEqual(await figures(plant, who), spent(50_000));

      answerAll({ code: 1, description: 'ok', result: dialog });
      assert.equal(
        (await plant.call(who.key, 'POST', '/mj/submit/modal', { taskId: dialog, prompt: 'hat' })).body.code,
        1,
      );
      await until(async () => (await tasksOf(plant, who)).find(({ action }) => action === 'MODAL'));
      assert.equal((await tasksOf(plant, who)).length, 2);
      assert.deepEqual(await figures(plant, who), spent(100_000));
      await assertAuditIsClean(plant);
    });

    for (const [name, answer, code, used] of [
      [
        'queued is told as accepted',
        { code: 22, description: 'queued', result: 'q1', properties: { numberOfQueues: 2 } },
        1,
        50_000,
      ],
      [
        'a result that the host has already is told as accepted',
        {
          code: 21,
          description: 'exists',
          result: 'e1',
          properties: { status: 'SUCCESS', imageUrl: 'https://pictures.example/1.png' },
        },
        1,
        50_000,
      ],
      ['a banned word costs nothing', { code: 24, description: 'banned', properties: { bannedWord: 'x' } }, 24, 0],
      ['a full queue costs nothing', { code: 23, description: 'queue full' }, 23, 0],
    ] as const) {
      test(name, async () => {
        const who = await plant.customer();
        answerAll(answer);
        const { status, body } = await plant.call(who.key, 'POST', '/mj/submit/imagine', { prompt: 'fox' });
        assert.deepEqual([status, body.code], [200, code]);
        // Another channel is asked when it may do better.
        assert.equal(submissions().length, code === 23 ? 2 : 1);
        await until(async () => ((await figures(plant, who)).used === used ? true : undefined));
      });
    }

    test('a call that cannot be priced, understood or paid for is refused in the shape of the protocol', async () => {
      const who = await plant.customer();
      const refusal = async (path: string, body: unknown) => {
        const answer = await plant.call(who.key, 'POST', path, body);
        return [answer.status, answer.body.code, answer.body.description];
      };
      assert.deepEqual(await refusal('/mj/submit/imagine', {}), [400, 4, 'prompt_is_required']);
      assert.deepEqual(await refusal('/mj/submit/action', { taskId: '1', customId: 'x' }), [400, 4, 'unknown_action']);
      assert.deepEqual(await refusal('/mj/submit/simple-change', { content: 'U1' }), [400, 4, 'content_parse_failed']);
      await plant.db.updateTable('tokens').set({ remain_quota: 10 }).where('id', '=', who.tokenId).execute();
      assert.deepEqual(await refusal('/mj/submit/imagine', { prompt: 'fox' }), [403, 4, 'quota_not_enough']);
      assert.equal(submissions().length, 0);
      const nobody = await fetch(`${plant.url}/mj/submit/imagine`, { method: 'POST' });
      assert.equal(nobody.status, 401);
      assert.equal(((await nobody.json()) as { type: string }).type, 'new_api_error');
      assert.equal((await plant.call(who.key, 'POST', '/anything/mj/submit/imagine', { prompt: 'fox' })).status, 404);
    });

    test('the old key header is accepted, and a speed is told to the host by its path', async () => {
      const who = await plant.customer();
      const response = await fetch(`${plant.url}/mj-turbo/mj/submit/imagine`, {
        method: 'POST',
        headers: { 'mj-api-secret': who.key, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'fox' }),
      });
      assert.equal(((await response.json()) as { code: number }).code, 1);
      assert.equal(submissions()[0]?.path, '/mj-turbo/mj/submit/imagine');
    });

    test('a notification without the proof is refused and changes nothing; with it the host is asked', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      const hook = new URL(JSON.parse(submissions()[0]?.text ?? '').notifyHook);
      await until(async () => (await tasksOf(plant, who))[0]);
      Object.assign(hostOf(id).tasks.get(id) ?? {}, { status: 'SUCCESS', progress: '100%' });
      const lie = { id, status: 'FAILURE', failReason: 'none of it is true' };
      const post = (path: string) =>
        fetch(plant.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(lie),
        });
      const forged = hook.search.replace(/k=.{5}/, 'k=AAAAA');
      for (const search of ['', `?task=${hook.searchParams.get('task')}`, forged]) {
        assert.equal((await post(`/mj/notify${search}`)).status, 401, search);
      }
      assert.equal((await tasksOf(plant, who))[0]?.status, 'NOT_START');
      assert.equal((await post(`/mj/notify${hook.search}`)).status, 200);
      await until(async () => (await tasksOf(plant, who)).find(({ status }) => status === 'SUCCESS'));
      assert.deepEqual(await figures(plant, who), spent(50_000));
    });

    test('the caller hears of changes from us, with a picture behind our address', async () => {
      const who = await plant.customer();
      const listener = await serveTasks(() => ({ body: {} }));
      const id = await imagine(who, { notifyHook: `${listener.url}/hook` });
      const proof = 'of the host alone';
      const told = { status: 'SUCCESS', imageUrl: hostOf(id).pictureUrl, properties: { notifyHook: proof, seed: 7 } };
      await finish(who, id, told);
      const { text, path } = await until(async () => listener.calls[0]);
      await listener.close();
      const { status, imageUrl, properties } = JSON.parse(text);
      assert.deepEqual([path, status, properties], ['/hook', 'SUCCESS', { seed: 7 }]);
      assert.ok(imageUrl.startsWith(serverAddress), imageUrl);
    });

    test('of many submissions at once as many are accepted as the balance covers', async () => {
      const who = await plant.customer();
      await plant.db.updateTable('tokens').set({ remain_quota: 120_000 }).where('id', '=', who.tokenId).execute();
      const body = { prompt: 'fox' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => plant.call(who.key, 'POST', '/mj/submit/imagine', body)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 2);
      assert.equal(submissions().length, 2);
    });

    test('a picture is shown to whoever has our link, and nothing else is', async () => {
      const who = await plant.customer();
      const id = await imagine(who);
      await finish(who, id, { status: 'SUCCESS', imageUrl: hostOf(id).pictureUrl });
      const { body } = await plant.call(who.key, 'GET', `/mj/task/${id}/fetch`);
      assert.ok(body.imageUrl.startsWith(`${serverAddress}/mj/image/`), body.imageUrl);
      const path = body.imageUrl.slice(serverAddress.length);
      const shown = await fetch(plant.url + path);
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
      assert.match(shown.headers.get('cache-control') ?? '', /max-age=86400/);
      assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
      assert.deepEqual(Buffer.from(await shown.arrayBuffer()), picture);
      assert.equal((await fetch(plant.url + path.split('?')[0])).status, 400, 'without the proof');
      assert.equal((await fetch(plant.url + path.replace(/k=.{5}/, 'k=AAAAA'))).status, 400, 'with another proof');

      const set = (imageUrl: string) =>
        plant.db
          .updateTable('tasks')
          .set({ data: JSON.stringify({ imageUrl }) })
          .where('task_id', '=', id)
          .execute();
      const elsewhere = hosts.find((host) => host !== hostOf(id)) as FakeMidjourney;
      for (const [url, status] of [
        // Inside, and not where the channel is.
        [elsewhere.pictureUrl, 403],
        ['http://169.254.169.254/latest/meta-data', 403],
        ['http://[::1]:80/x.png', 403],
        ['file:///etc/passwd', 502],
        [`${hostOf(id).url}/page.html`, 502],
        [`${hostOf(id).url}/moved.png`, 502],
      ] as const) {
        await set(url);
        const answer = await fetch(plant.url + path);
        assert.equal(answer.status, status, url);
        assert.doesNotMatch(await answer.text(), /127\.0\.0\.1|169\.254|passwd/);
      }
      assert.equal(elsewhere.calls.filter((call) => call.path === '/picture.png').length, 0);
    });

    test('the key list of models holds for actions as well', async () => {
      const who = await plant.customer();
      await plant.db
        .updateTable('tokens')
        .set({ model_limits_enabled: true, model_limits: ['mj_describe'] })
        .where('id', '=', who.tokenId)
        .execute();
      const { status } = await plant.call(who.key, 'POST', '/mj/submit/imagine', { prompt: 'fox' });
      assert.equal(status, 403);
      assert.equal(submissions().length, 0);
    });

    test('an uploaded picture is done at once, and the seed of a drawing comes from its host', async () => {
      const who = await plant.customer();
      answerAll({ code: 1, description: 'ok', result: ['https://pictures.example/u.png'] });
      const { body } = await plant.call(who.key, 'POST', '/mj/submit/upload-discord-images', {
        base64Array: ['data:,x'],
      });
      assert.deepEqual(body.result, ['https://pictures.example/u.png']);
      await until(async () => (await tasksOf(plant, who)).find(({ status }) => status === 'SUCCESS'));
      for (const host of hosts) host.answerSubmission = undefined;
      const id = await imagine(who);
      const seed = await plant.call(who.key, 'GET', `/mj/task/${id}/image-seed`);
      assert.deepEqual([seed.status, seed.body.result], [200, '42']);
    });
  });
}
