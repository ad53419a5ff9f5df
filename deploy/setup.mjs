// Runs before `npm start`, `npm test` and each other command (package.json), on whatever Node is installed: plain
// JavaScript, no packages. With `web` it also builds the web app. Says nothing when there is nothing to do.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isHolder } from './single-node/is-holder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wantsWeb = process.argv[2] === 'web';
const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

requireVersion('Node', process.versions.node, 20, 'https://nodejs.org');
requireVersion('npm', npmVersion(), 10, '"npm install -g npm@latest"');
if (!dependenciesInstalled()) {
  stopUnderGateway();
  await step('Installing dependencies (about 600 MB, a minute or two the first time)', 'npm', [
    'ci',
    // Packages that ask for a newer Node than the one here run on the pinned one.
    '--loglevel=error',
  ]);
}
if (!existsSync(pinnedNode)) {
  // npm leaves it out when install scripts are switched off.
  await step('Installing the Node this project runs on', 'npm', ['rebuild', 'node', '--ignore-scripts=false']);
}
// Tests look at the page that the console serves, too.
if (wantsWeb && webIsStale()) {
  await step('Building the web console', 'npm', [
    'exec',
    '--',
    'turbo',
    'run',
    'build',
    '--filter=@switchyard/web',
    '--output-logs=errors-only',
  ]);
  // A build out of the cache keeps its old date.
  utimesSync(join(root, 'web/dist/index.html'), new Date(), new Date());
}

function requireVersion(name, version, major, where) {
  if (version === undefined || Number.parseInt(version, 10) >= major) return;
  stop(`Switchyard needs ${name} ${major} or newer; this is ${name} ${version}. Get a newer one: ${where}.`);
}

function npmVersion() {
  return /npm\/(\S+)/.exec(process.env.npm_config_user_agent || '')?.[1];
}

/** Whether node_modules holds what the lockfile names; packages for other platforms are rightly missing. */
function dependenciesInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith('node_modules/') || (path in installed ? link || installed[path].version === version : optional),
  );
}

/** What is installed is removed first, and a gateway that runs reads some of it only when it needs it. */
function stopUnderGateway() {
  const lock = resolve(root, process.env.SWITCHYARD_DATA_DIR || 'data', 'lock');
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (!isHolder(holder)) return;
  stop(
    `The packages of this folder have to be installed anew, and a gateway or its restore runs on them (process ${holder}). Stop it first, then do this again. To back up before an update, go back to the version that runs (git checkout), back up, stop the gateway, and only then update.`,
  );
}

function packagesOf(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

function webIsStale() {
  const built = changedAt(join(root, 'web/dist/index.html'));
  return ['src', 'public', 'index.html', 'package.json', 'vite.config.ts'].some(
    (entry) => changedAt(join(root, 'web', entry)) > built,
  );
}

/** Latest change of a file or of anything below a folder; 0 when there is none. */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((entry) => changedAt(join(path, entry))));
}

/** Runs a command with its output shown, and tells from time to time that it still runs. */
async function step(title, command, args) {
  console.log(`\n${title} ...`);
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const ticker = setInterval(() => console.log(`  ... ${seconds()} s`), 10_000);
  const code = await new Promise((resolve) => {
    spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    })
      .once('error', (error) => stop(`${command} cannot be started: ${error.message}`))
      .once('exit', resolve);
  });
  clearInterval(ticker);
  if (code !== 0) stop(`That failed: ${command} ${args.join(' ')}. The lines above say why.`);
  console.log(`Done in ${seconds()} s.\n`);
}

function stop(reason) {
  console.error(`\n${reason}\n`);
  process.exit(1);
}
