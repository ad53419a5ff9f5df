import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { taskProof, taskVideoUrl } from '@switchyard/crypto';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { type FakeVideoHost, fakeVideoHost, film } from '@switchyard/testing/hosts/video';
import OpenAI from 'openai';
import { assertAuditIsClean, figures, until, untilStatus } from './books.ts';
import { type Customer, type Plant, startPlant, waysToRun } from './plant.ts';

for (const way of waysToRun) {
  describe(way, () => {
    let hosts: FakeVideoHost[];
    let plant: Plant;
    before(async () => {
      hosts = [await fakeVideoHost('key-0'), await fakeVideoHost('key-1')];
      plant = await startPlant(way, async (db, keys) => {
        await seedPrice(db, 'film', { perSecond: '0.05' });
        for (const [at, host] of hosts.entries()) {
          const modelMapping = { film: 'film-at-the-host' };
          await seedChannel(db, keys, { baseUrl: host.url, key: `key-${at}`, models: ['film'], modelMapping });
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

    const client = (who: Customer) => new OpenAI({ apiKey: who.key, baseURL: `${plant.url}/v1`, maxRetries: 0 });
    const order = { model: 'film', prompt: 'a red fox runs', seconds: '8', size: '720x1280' } as never;
    const hostOf = (id: string) => hosts.find(({ videos }) => videos.has(id)) as FakeVideoHost;
    const submissions = () => hosts.flatMap(({ calls }) => calls.filter(({ method }) => method === 'POST'));
    const finish = async (who: Customer, id: string, fields: object, status: string) => {
      Object.assign(hostOf(id).videos.get(id) ?? {}, fields);
      return untilStatus(plant, who, id, status);
    };
    const charged = (who: Customer, used: number) =>
      until(async () => ((await figures(plant, who)).used === used ? true : undefined));

    test('a video is charged by its seconds, found at once, and downloaded when it is ready', async () => {
      const who = await plant.customer();
      const { videos } = client(who);
      const { body: created } = await plant.call(who.key, 'POST', '/v1/videos', order);
      assert.deepEqual([created.object, created.status, created.model], ['video', 'queued', 'film']);
      const sent = JSON.parse(submissions()[0]?.text ?? '');
      assert.deepEqual([sent.model, sent.seconds], ['film-at-the-host', '8']);
      const found = await videos.retrieve(created.id);
      assert.deepEqual([found.id, found.status, found.seconds, found.model], [created.id, 'queued', '8', 'film']);
      assert.equal((await figures(plant, who)).used, 8 * 25_000);
      await assert.rejects(videos.downloadContent(created.id), /not ready/);

      await finish(who, created.id, { status: 'completed', progress: 100 }, 'SUCCESS');
      const content = await videos.downloadContent(created.id);
      assert.equal(content.headers.get('content-type'), 'video/mp4');
      assert.deepEqual(Buffer.from(await content.arrayBuffer()), film);
      await assertAuditIsClean(plant);
    });

    test('a video is played by whoever has our link, in parts too, and by nobody else', async () => {
      const who = await plant.customer();
      const { id } = await client(who).videos.create(order);
      await charged(who, 8 * 25_000);
      const { request_id: requestId } = await plant.db
        .selectFrom('tasks')
        .select('request_id')
        .where('task_id', '=', id)
        .executeTakeFirstOrThrow();
      const link = taskVideoUrl(plant.keys.taskLinkKey, plant.url, requestId);
      assert.equal((await fetch(link)).status, 400, 'before it is ready');
      await finish(who, id, { status: 'completed', progress: 100 }, 'SUCCESS');

      const played = await fetch(link);
      assert.deepEqual([played.status, played.headers.get('content-type')], [200, 'video/mp4']);
      assert.deepEqual(Buffer.from(await played.arrayBuffer()), film);
      const part = await fetch(link, { headers: { range: 'bytes=4-9' } });
      assert.deepEqual(
        [part.status, part.headers.get('content-range'), await part.text()],
        [206, `bytes 4-9/${film.length}`, film.toString('utf8', 4, 10)],
      );
      for (const wrong of [
        link.split('?')[0] as string,
        link.replace(/k=.{5}/, 'k=AAAAA'),
        link.replace(
          taskProof(plant.keys.taskLinkKey, 'video', requestId),
          taskProof(plant.keys.taskLinkKey, 'image', requestId),
        ),
      ])
        assert.equal((await fetch(wrong)).status, 404, wrong);
    });

    test('an order with a picture travels as a form', async () => {
      const who = await plant.customer();
      const picture = new File([Buffer.from('pixels')], 'fox.png', { type: 'image/png' });
      await client(who).videos.create({ ...(order as object), input_reference: picture } as never);
      const [call] = submissions();
      assert.match(call?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
      const form = await new Response(call?.text, {
        headers: { 'content-type': call?.headers['content-type'] ?? '' },
      }).formData();
      assert.deepEqual(
        [form.get('model'), form.get('seconds'), form.get('prompt')],
        ['film-at-the-host', '8', 'a red fox runs'],
      );
      assert.equal((form.get('input_reference') as File).name, 'fox.png');
      await charged(who, 8 * 25_000);
    });

    test('a failed video is refunded, a shorter one costs its own seconds', async () => {
      const [unlucky, lucky] = [await plant.customer(), await plant.customer()];
      const failed = await client(unlucky).videos.create(order);
      const error = { code: 'moderation_blocked', message: 'not like this' };
      await charged(unlucky, 200_000);
      await finish(unlucky, failed.id, { status: 'failed', error }, 'FAILURE');
      assert.equal((await figures(plant, unlucky)).used, 0);
      const told = await client(unlucky).videos.retrieve(failed.id);
      assert.deepEqual([told.status, told.error], ['failed', error]);

      const short = await client(lucky).videos.create(order);
      await finish(lucky, short.id, { status: 'completed', seconds: '5' }, 'SUCCESS');
      assert.deepEqual(await figures(plant, lucky), {
        balance: 375_000,
        used: 125_000,
        remain: 375_000,
        tokenUsed: 125_000,
      });
      await assertAuditIsClean(plant);
    });

    test('a remix costs as much, goes to the channel of the video, and only its owner may order it', async () => {
      const [who, other] = [await plant.customer(), await plant.customer()];
      const { id } = await client(who).videos.create(order);
      await assert.rejects(client(other).videos.retrieve(id), { status: 404 });
      await assert.rejects(client(other).videos.remix(id, { prompt: 'blue' }), { status: 404 });
      await assert.rejects(client(other).videos.downloadContent(id), { status: 404 });
      await finish(who, id, { status: 'completed' }, 'SUCCESS');
      for (const host of hosts) host.calls.length = 0;
      const remixed = await client(who).videos.remix(id, { prompt: 'blue' });
      assert.equal(hostOf(remixed.id), hostOf(id));
      await charged(who, 400_000);
    });

    test('videos are listed by time, own ones only, in pages', async () => {
      const [who, other] = [await plant.customer(), await plant.customer()];
      const ids: string[] = [];
      for (let at = 0; at < 3; at++) {
        const { id } = await client(who).videos.create({ ...(order as object), seconds: '1' } as never);
        await client(who).videos.retrieve(id);
        ids.unshift(id);
      }
      const first = await client(who).videos.list({ limit: 2 });
      assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [ids.slice(0, 2), true]);
      const second = await first.getNextPage();
      assert.deepEqual([second.data.map(({ id }) => id), second.has_more], [ids.slice(2), false]);
      assert.deepEqual((await client(other).videos.list()).data, []);
    });

    test('lengths and sizes beyond measure are refused before anything is held', async () => {
      const who = await plant.customer();
      for (const wrong of [
        { seconds: '1000000000' },
        { seconds: '-1' },
        { seconds: 2.5 },
        { size: '99999x99999' },
        { prompt: '' },
      ]) {
        await assert.rejects(client(who).videos.create({ ...(order as object), ...wrong } as never), { status: 400 });
      }
      assert.equal(submissions().length, 0);
    });

    test('the older calls order and find the same videos', async () => {
      const who = await plant.customer();
      const { body } = await plant.call(who.key, 'POST', '/v1/video/generations', {
        model: 'film',
        prompt: 'fox',
        duration: 4,
      });
      const sent = JSON.parse(submissions()[0]?.text ?? '');
      assert.deepEqual([sent.seconds, sent.duration], ['4', undefined]);
      await finish(who, body.task_id, { status: 'completed' }, 'SUCCESS');
      const found = await plant.call(who.key, 'GET', `/v1/video/generations/${body.task_id}`);
      assert.deepEqual(
        [found.body.code, found.body.data.task_id, found.body.data.status, found.body.data.data.status],
        ['success', body.task_id, 'SUCCESS', 'completed'],
      );
      assert.equal((await figures(plant, who)).used, 4 * 25_000);
    });
  });
}
