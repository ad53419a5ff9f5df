import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { lockDataDir } from './data-lock.ts';

for (const program of ['single-node/main.ts', 'backup/restore.ts', 'anything.ts'])
  test(`a data directory whose lock names a process of ${program}`, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-lock-'));
    t.after(() => rmSync(dataDir, { recursive: true }));
    const path = join(dataDir, program);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'console.log(); setInterval(() => {}, 1000);');
    const holder = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => holder.kill());
    await once(holder.stdout, 'data');
    const lock = join(dataDir, 'lock');
    writeFileSync(lock, String(holder.pid));

    if (program !== 'anything.ts') {
      await t.test('is refused while that runs', () => {
        assert.throws(() => lockDataDir(dataDir), new RegExp(`process ${holder.pid}\\)\\. Stop it first`));
        assert.equal(existsSync(lock), true);
      });
      holder.kill();
      await once(holder, 'exit');
    }
    await t.test('is taken otherwise, and given back', () => {
      lockDataDir(dataDir)();
      assert.equal(existsSync(lock), false);
    });
  });
