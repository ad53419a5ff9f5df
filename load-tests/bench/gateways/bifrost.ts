import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';
import { builtProgram } from './built-program.ts';
import type { StartGateway } from './gateway.ts';
import { peerFolder, startPeer } from './peer.ts';

/** Bifrost as it is when only a provider is given: a row for each request in its own SQLite, metrics, no key that is checked. */
export const startBifrost: StartGateway = async (upstream, models) => {
  const path = builtProgram('BIFROST_PROGRAM', 'Bifrost');
  const [port, folder] = [await freePort(), peerFolder('bifrost')];
  const keys = [{ name: 'upstream', value: 'sk-upstream', models, weight: 1 }];
  const providers = { openai: { keys, network_config: { base_url: upstream.url } } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ providers }));
  const peer = {
    name: 'bifrost',
    port,
    key: 'sk-bench',
    modelPrefix: 'openai/',
    note: 'Bifrost: checks no key and charges nobody; writes a row for each request, with its text, into its SQLite, within its own process.',
    path,
    args: ['-app-dir', folder, '-host', '127.0.0.1', '-port', String(port)],
    env: {},
    folder,
  };
  return startPeer(peer, upstream, models);
};
