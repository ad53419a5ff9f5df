import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/*
 * The image without building it: what the Dockerfile copies and .dockerignore does not leave out, beside the packages that the
 * workspaces in it name.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const image = mkdtempSync(join(tmpdir(), 'switchyard-image-'));
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const ignoring = text('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
/** What the last stage copies out of the checkout. */
const lastStage =
  text('deploy/Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? '';
const copied = [...lastStage.matchAll(/^COPY (\S+) \1$/gm)].map(([, path = '']) => path);
/** What Compose and Kubernetes start. */
const programs = new Set(
  ['docker-compose.yml', ...globSync('k8s/**/*.yaml', { cwd: root })].flatMap(
    (path) => text(path).match(/\b(services|libs|deploy)\/[\w/-]+\.ts\b/g) ?? [],
  ),
);

before(() => {
  const filter = (from: string) => !isIgnored(relative(root, from));
  for (const path of copied) cpSync(join(root, path), join(image, path), { recursive: true, filter });
  const workspaces = globSync('{libs,services}/*/src', { cwd: image }).map(dirname);
  for (const { name, dependencies } of workspaces.map(readManifest)) {
    for (const one of [name, ...Object.keys(dependencies ?? {})]) install(one, workspaces);
  }
});
after(() => rmSync(image, { recursive: true }));

test('every program that Compose and Kubernetes start is in the image, with all that it reads', () => {
  assert.ok(programs.has('deploy/backup/restore.ts') && programs.size > 6, [...programs].join(' '));
  for (const program of programs) {
    const { stderr } = spawnSync(process.execPath, [join(image, program)], { cwd: image, env: {}, encoding: 'utf8' });
    assert.doesNotMatch(stderr, /ERR_MODULE_NOT_FOUND|Cannot find module/, program);
  }
});

test('the back-up gets every setting that it reads', () => {
  const names = text('deploy/backup/backup.ts').matchAll(/process\.env\.(\w+)/g);
  for (const [, name = ''] of names) {
    for (const path of ['docker-compose.yml', 'k8s/backup/backup.yaml'])
      assert.ok(text(path).includes(name), `${path}: ${name}`);
  }
});

test('neither tests nor what an installation keeps are in it', () => {
  assert.deepEqual(globSync('{deploy,libs,services}/**/*.test.ts', { cwd: image }), []);
  for (const kept of ['data/secret', 'secrets/switchyard_secret', 'backups/a.backup']) assert.ok(isIgnored(kept), kept);
});

/** The last line that names a path or a folder above it decides. */
function isIgnored(path: string): boolean {
  const parts = path.split('/');
  const places = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = ignoring.findLast((line) => places.some((place) => matchesGlob(place, line.replace(/^!/, ''))));
  return last !== undefined && !last.startsWith('!');
}

function readManifest(folder: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(image, folder, 'package.json'), 'utf8'));
}

function install(name: string, workspaces: readonly string[]): void {
  const link = join(image, 'node_modules', name);
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  const own = workspaces.find((folder) => readManifest(folder).name === name);
  symlinkSync(own === undefined ? join(root, 'node_modules', name) : join(image, own), link);
}
