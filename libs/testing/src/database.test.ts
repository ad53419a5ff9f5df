import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from './database.ts';

test('two test databases are migrated alike and share nothing', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  await query(one.url, 'CREATE TABLE mine (id int)');
  assert.deepEqual(await query(two.url, "SELECT to_regclass('mine') AS found"), [{ found: null }]);
  assert.deepEqual(await query(two.url, "SELECT to_regclass('users') IS NOT NULL AS found"), [{ found: true }]);
  await Promise.all([one.drop(), two.drop()]);
  await assert.rejects(query(one.url, 'SELECT 1'), { code: '3D000' });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
