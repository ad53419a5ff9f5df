import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChannelNotice, notices } from '@switchyard/contracts';
import { listenToChannels } from './channel-notices.ts';
import type { Ports, Running } from './ports.ts';
import { waysToRun } from './testing/adapters.ts';
import { type Books, testBooks } from './testing/books.ts';
import { testPorts } from './testing/ports.ts';
import { until } from './testing/until.ts';

for (const way of waysToRun) {
  describe(way, () => {
    let books: Books;
    let ports: Ports & { close(): Promise<void> };
    let instances: Running[];
    let channelId: number;
    before(async () => {
      books = await testBooks();
      ports = await testPorts(books, way);
      instances = [await listenToChannels(ports), await listenToChannels(ports)];
    });
    after(async () => {
      for (const instance of instances) await instance.stop();
      await ports.close();
      await books.close();
    });
    beforeEach(async () => {
      for (const table of ['outbox', 'usage_log'] as const) await books.db.deleteFrom(table).execute();
      channelId = await books.channel();
      await books.db
        .insertInto('abilities')
        .values({ group: 'default', model: 'gpt-6-sol', channel_id: channelId, enabled: true, priority: 0, weight: 0 })
        .execute();
      await setOptions('true', 'true');
    });

    const failed = (cause: ChannelNotice['cause'] = 'credential', keyId?: number) =>
      tell(notices.channelFailed, cause, keyId);
    const tell = (subject: string, cause: ChannelNotice['cause'], keyId?: number) =>
      ports.bus.notify(subject, JSON.stringify({ channelId, keyId, model: 'gpt-6-sol', cause, reason: 'invalid key' }));

    test('a channel whose key is refused is switched off once, however many instances hear it, and on when it recovers', async () => {
      await failed();
      await until(async () => (await state()).status === 3);
      await sleep(100);
      assert.deepEqual(await state(), { status: 3, status_reason: 'invalid key', enabled: false });
      assert.deepEqual(await announced(), ['config.changed']);
      const logs = await books.db.selectFrom('usage_log').select(['type', 'user_id', 'content']).execute();
      assert.deepEqual(logs, [
        { type: 4, user_id: 0, content: `Channel upstream (${channelId}) was switched off: invalid key` },
      ]);

      await tell(notices.channelRecovered, 'recovered');
      await until(async () => (await state()).status === 1);
      assert.deepEqual(await state(), { status: 1, status_reason: '', enabled: true });
      assert.deepEqual(await announced(), ['config.changed', 'config.changed']);
    });

    test('nothing is switched off by a breaker, without the option, or when the channel opted out', async () => {
      await failed('breaker');
      await sleep(150);
      await setOptions('false', 'true');
      await failed();
      await sleep(150);
      await setOptions('true', 'true');
      await books.db.updateTable('channels').set({ auto_ban: false }).where('id', '=', channelId).execute();
      await failed();
      await sleep(150);
      assert.deepEqual(await state(), { status: 1, status_reason: '', enabled: true });
    });

    test('a channel that a person switched off stays off when it recovers', async () => {
      await books.db.updateTable('channels').set({ status: 2 }).where('id', '=', channelId).execute();
      await tell(notices.channelRecovered, 'recovered');
      await sleep(150);
      assert.equal((await state()).status, 2);
    });

    test('a channel stays off after it recovered unless the option says otherwise', async () => {
      await failed();
      await until(async () => (await state()).status === 3);
      await setOptions('true', 'false');
      await tell(notices.channelRecovered, 'recovered');
      await sleep(150);
      assert.equal((await state()).status, 3);
    });

    test('a notice that cannot be read changes nothing and stops nothing', async () => {
      await ports.bus.notify(notices.channelFailed, 'nonsense');
      await failed();
      await until(async () => (await state()).status === 3);
    });

    test('a refused key goes off alone, the last one with its channel, however many instances hear it', async () => {
      const [first, second] = [await books.channelKey(channelId), await books.channelKey(channelId)];
      await failed('credential', first);
      await until(async () => (await keyStates()).includes(3));
      assert.deepEqual(await keyStates(), [3, 1]);
      assert.equal((await state()).status, 1);
      await failed('credential', second);
      await until(async () => (await state()).status === 3);
      assert.deepEqual(await keyStates(), [3, 3]);
      assert.deepEqual(await state(), {
        status: 3,
        status_reason: 'its last key was switched off: invalid key',
        enabled: false,
      });
      assert.equal((await announced()).length, 2);
    });

    async function keyStates(): Promise<number[]> {
      const keys = await books.db
        .selectFrom('channel_keys')
        .select('status')
        .where('channel_id', '=', channelId)
        .orderBy('id')
        .execute();
      return keys.map(({ status }) => status);
    }

    async function state() {
      return books.db
        .selectFrom('channels')
        .innerJoin('abilities', 'channel_id', 'id')
        .select(['status', 'status_reason', 'enabled'])
        .where('id', '=', channelId)
        .executeTakeFirstOrThrow();
    }

    async function announced(): Promise<string[]> {
      return (await books.db.selectFrom('outbox').select('subject').execute()).map(({ subject }) => subject);
    }

    async function setOptions(disable: string, enable: string): Promise<void> {
      await books.db.deleteFrom('options').execute();
      await books.db
        .insertInto('options')
        .values([
          { key: 'AutomaticDisableChannelEnabled', value: disable },
          { key: 'AutomaticEnableChannelEnabled', value: enable },
        ])
        .execute();
    }
  });
}
