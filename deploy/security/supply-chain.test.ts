import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (path: string) => readFileSync(root + path, 'utf8');

const Names = Type.Record(Type.String(), Type.String());
const Manifest = Type.Object({
  dependencies: Type.Optional(Names),
  devDependencies: Type.Optional(Names),
  optionalDependencies: Type.Optional(Names),
  overrides: Type.Optional(Type.Unknown()),
  scripts: Type.Optional(Names),
  allowScripts: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
});
const Locked = Type.Object({
  version: Type.Optional(Type.String()),
  resolved: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  link: Type.Optional(Type.Boolean()),
  optional: Type.Optional(Type.Boolean()),
  os: Type.Optional(Type.Array(Type.String())),
  hasInstallScript: Type.Optional(Type.Boolean()),
});
const Lockfile = Type.Object({ packages: Type.Record(Type.String(), Locked) });

const manifest = (path: string) => Value.Parse(Manifest, Value.Clean(Manifest, JSON.parse(text(path))));
const manifests = globSync('{.,services/*,libs/*,web,deploy,load-tests}/package.json', { cwd: root });
const { packages } = Value.Parse(Lockfile, Value.Clean(Lockfile, JSON.parse(text('package-lock.json'))));
/** What is installed from a registry; the others are links to our own. */
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }));

/** Below them is a fault that was used, or would break a guarantee of ours: `deploy/security.md`. */
const least: Record<string, readonly string[]> = {
  fastify: ['5.12.1'],
  undici: ['7.29.0', '8.9.0'],
  kysely: ['0.28.17'],
};
const leastServers: Record<string, string> = { redis: '7.4', nats: '2.12', postgres: '18.4' };

/** Negative when `a` is the older one. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/).map(Number)) as [number[], number[]];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

test('every dependency is pinned to one version of a registry: no range, no tag, no git, no address, no folder', () => {
  assert.ok(manifests.length > 15);
  for (const path of manifests) {
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest(path);
    assert.equal(overrides, undefined, path);
    for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      assert.match(wanted, /^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, `${path}: ${name}`);
    }
  }
  for (const { name, resolved = 'https:' } of installed) assert.match(resolved, /^https:/, name);
});

test('every package has the hash that it is compared with, but for those of platforms on which nothing of ours is built', () => {
  assert.ok(installed.length > 800);
  for (const { name, integrity, optional, os = [] } of installed) {
    if (integrity) assert.match(integrity, /^sha512-/, name);
    else assert.ok(optional && isBuildToolElsewhere(name, os), `${name} has no hash`);
  }
});

/** The registry from which the lockfile was made offers them for Linux only; the image is built there. */
function isBuildToolElsewhere(name: string, os: readonly string[]): boolean {
  return (
    /^@(biomejs|turbo|oxc-parser|msgpackr-extract)\//.test(name) &&
    (!os.includes('linux') || /musl|arm|riscv|ppc|s390/.test(name))
  );
}

test('whether a package may run a script while it is installed is decided by name, and one may', () => {
  const { allowScripts = {} } = manifest('package.json');
  const scripted = [...new Set(installed.filter((one) => one.hasInstallScript).map(({ name }) => name))];
  assert.deepEqual(Object.keys(allowScripts).sort(), scripted.sort());
  assert.deepEqual(
    Object.keys(allowScripts).filter((name) => allowScripts[name]),
    ['node'],
  );
});

test('npm takes nothing from git, addresses and folders, and runs no script that nobody decided about', () => {
  const settings = new Map(
    text('.npmrc')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=') as [string, string]),
  );
  const wanted = {
    'save-exact': 'true',
    'strict-allow-scripts': 'true',
    'allow-git': 'none',
    'allow-remote': 'none',
    'allow-file': 'none',
  };
  for (const [name, value] of Object.entries(wanted)) assert.equal(settings.get(name), value, name);
});

test('packages are not older than those that mend what was used against others', () => {
  for (const [name, versions] of Object.entries(least)) {
    const found = installed.filter((one) => one.name === name);
    assert.ok(found.length > 0, name);
    for (const { version = '' } of found) {
      const same = versions.find((one) => one.split('.')[0] === version.split('.')[0]);
      const enough = same ? compare(version, same) >= 0 : compare(version, versions.at(-1) as string) > 0;
      assert.ok(enough, `${name} ${version}`);
    }
  }
  for (const path of globSync(['docker-compose.yml', 'k8s/**/*.yaml'], { cwd: root })) {
    for (const [, image = '', version = ''] of text(path).matchAll(/image: (redis|nats|postgres):([\d.]+)/g)) {
      assert.ok(compare(version, leastServers[image] as string) >= 0, `${path}: ${image}:${version}`);
    }
  }
});

test('the build installs what the lockfile names, and nothing is fetched and run on the way', () => {
  for (const path of ['deploy/Dockerfile', '.ci/run', 'deploy/setup.mjs']) {
    assert.doesNotMatch(
      text(path),
      /\b(curl|wget)\b[^\n]*\|\s*(ba)?sh|npm i(nstall)?\b(?! -g)(?!nstalling)|npx -y/,
      path,
    );
  }
  assert.match(text('deploy/Dockerfile'), /npm ci/);
  assert.match(text('.ci/run'), /npm ci/);
});
