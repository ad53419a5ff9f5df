import assert from 'node:assert/strict';
import { deriveKeys, open } from '@switchyard/crypto';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

/** A console with an administrator who has channels made. */
export interface ChannelBench {
  readonly testing: TestConsole;
  readonly admin: Visitor;
  /** Answers the id of the first channel made. */
  create(fields?: object): Promise<number>;
  /** The channel as it is answered. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  read(id: number): Promise<any>;
  /** `group/model` with what else routing goes by. */
  abilities(id: number): Promise<string[]>;
  /** The keys in clear, as they lie in the database. */
  storedKeys(id: number): Promise<string[]>;
  /** How often the configuration was announced. */
  announced(): Promise<number>;
}

export async function channelBench(): Promise<ChannelBench> {
  const testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  const admin = await testing.signedIn('admin');
  const { db } = testing;
  const { channelKey } = deriveKeys(testing.config.secret);
  return {
    testing,
    admin,
    async create(fields = {}) {
      const valid = { type: 1, name: 'one', key: 'sk-upstream-canary', models: 'gpt-4o,gpt-4o-mini', group: 'default' };
      const answer = await admin.post('/api/channel/', { ...valid, ...fields });
      assert.equal(answer.success, true, answer.message);
      return answer.data.ids[0];
    },
    async read(id) {
      return (await admin.get(`/api/channel/${id}`)).data;
    },
    async abilities(id) {
      const rows = await db.selectFrom('abilities').selectAll().where('channel_id', '=', id).execute();
      return rows
        .map((row) => `${row.group}/${row.model} ${row.enabled ? 'on' : 'off'} ${row.priority} ${row.weight}`)
        .sort();
    },
    async storedKeys(id) {
      const own = await db.selectFrom('channels').select('key_sealed').where('id', '=', id).executeTakeFirstOrThrow();
      const more = await db
        .selectFrom('channel_keys')
        .select(['id', 'key_sealed'])
        .where('channel_id', '=', id)
        .orderBy('id')
        .execute();
      return [
        ...(own.key_sealed ? [open(channelKey, own.key_sealed, { table: 'channels', id, field: 'key' })] : []),
        ...more.map((row) => open(channelKey, row.key_sealed, { table: 'channel_keys', id: row.id, field: 'key' })),
      ];
    },
    async announced() {
      const rows = await db.selectFrom('outbox').select('id').where('subject', '=', 'config.changed').execute();
      return rows.length;
    },
  };
}
