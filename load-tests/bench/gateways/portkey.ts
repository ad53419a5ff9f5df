import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';
import { cached, client } from './cached.ts';
import type { StartGateway } from './gateway.ts';
import { peerFolder, startPeer } from './peer.ts';

const version = '1.15.2';

/** The newest server that its range allows makes every stream fail with «immutable». */
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': version },
  overrides: { '@hono/node-server': '1.13.8' },
};

/** Portkey's open gateway. It has no keys, no prices and no records: each request says itself where it is to go. */
export const startPortkey: StartGateway = async (upstream, models) => {
  const installed = await cached(`portkey-${version}`, async (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    // Its postinstall patches sources that the package does not have.
    const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefix', folder];
    await client('npm', ['install', ...options], folder);
  });
  const [port, folder] = [await freePort(), peerFolder('portkey')];
  const program = join(installed, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const peer = {
    name: 'portkey',
    port,
    key: 'sk-bench',
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` },
    note: `Portkey ${version}: checks no key, counts and bills nothing; without its page of logs.`,
    path: process.execPath,
    args: [program, `--port=${port}`, '--headless'],
    env: { NODE_ENV: 'production' },
    folder,
  };
  return startPeer(peer, upstream, models);
};
