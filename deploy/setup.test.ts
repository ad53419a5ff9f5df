import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '@switchyard/relay/node-options';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string) => readFileSync(root + path, 'utf8');

test('in a fresh clone every command first installs what it runs on', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  // What `check` runs is installed by then.
  const own = Object.keys(scripts).filter((name) =>
    /^(node (?!deploy\/setup)|npm run|turbo run)/.test(scripts[name] ?? ''),
  );
  assert.ok(own.includes('bench') && own.length > 15);
  for (const name of own) assert.match(scripts[`pre${name}`] ?? '', /^node deploy\/setup\.mjs( web)?$/, name);
});

test('wherever a relay is started it is with what Node is to be told', () => {
  const program = 'services/relay/src/server.ts';
  for (const path of ['docker-compose.yml', 'k8s/base/relay.yaml', 'deploy/Dockerfile', 'services/relay/README.md']) {
    // As a list of YAML or as a command.
    const starts =
      text(path)
        .replaceAll(/[[\],]/g, ' ')
        .match(new RegExp(`--[^\n]* ${program}`, 'g')) ?? [];
    const options = starts.map((start) => start.replace(program, '').trim().split(/ +/));
    assert.deepEqual(options, [nodeOptions], path);
  }
});

test('a restore that fails is not followed by the lines that start everything on an empty database', () => {
  for (const path of ['deploy/containers.md', 'k8s/README.md']) {
    const blocks = text(path).match(/```sh\n[^`]*```/g) ?? [];
    const restores = blocks.filter((block) => /restore \/backups|job\/restore/.test(block));
    assert.equal(restores.length, 1, path);
    const lines = (restores[0] ?? '').split('\n').slice(1, -1);
    for (const line of lines.slice(0, -1)) assert.match(line, /(&&|\\)( #.*)?$/, path);
  }
  const [, after = ''] = text('k8s/README.md').split('logs --follow');
  assert.match(after, /^.*\n.*wait --for=condition=complete .*job\/restore &&\n.*apply -k k8s\/overlays\/mine /);
  assert.match(text('k8s/README.md'), /```sh\nkubectl .*suspend":true.*&&\n.*scale /);
});

test('packages are not installed anew under a gateway that runs from the same folder', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'switchyard-setup-'));
  for (const folder of ['bin', 'data', 'deploy/single-node']) mkdirSync(join(clone, folder), { recursive: true });
  for (const file of ['deploy/setup.mjs', 'deploy/single-node/is-holder.mjs']) cpSync(root + file, join(clone, file));
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{"node_modules/new":{"version":"1.0.0"}}}');
  writeFileSync(join(clone, 'bin/npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
  const launcher = join(clone, 'deploy/single-node/main.ts');
  writeFileSync(launcher, 'setInterval(() => {}, 1000);');
  const setUp = () => {
    const env = { PATH: `${join(clone, 'bin')}:${process.env.PATH}` };
    const { stdout, stderr } = spawnSync(process.execPath, [join(clone, 'deploy/setup.mjs')], {
      env,
      encoding: 'utf8',
    });
    return stdout + stderr;
  };
  const gateway = spawn(process.execPath, [launcher]);
  try {
    writeFileSync(join(clone, 'data/lock'), String(gateway.pid));
    const said = setUp();
    assert.match(
      said,
      new RegExp(`a gateway or its restore runs on them \\(process ${gateway.pid}\\)\\. Stop it first`),
    );
    assert.doesNotMatch(said, /npm ci/);
    gateway.kill();
    await once(gateway, 'exit');
    assert.match(setUp(), /npm ci/);
  } finally {
    gateway.kill();
    rmSync(clone, { recursive: true });
  }
});

test('what a document tells people to run, runs on the Node of this project and not on whatever is installed', () => {
  const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules'] });
  assert.ok(documents.length > 20);
  const plain = documents.flatMap((path) =>
    text(path)
      .replaceAll(/(npm exec --|docker compose exec [\w-]+) node /g, '')
      .split('\n')
      .flatMap((line, index) => (/(^|[`\s])node (--test |[\w/.-]+\.ts\b)/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  assert.deepEqual(plain, []);
});
