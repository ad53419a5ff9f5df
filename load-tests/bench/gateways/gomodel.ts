import { freePort } from '@switchyard/testing';
import { builtProgram } from './built-program.ts';
import type { StartGateway } from './gateway.ts';
import { peerFolder, startPeer } from './peer.ts';

const key = 'sk-bench';

/** GoModel with its master key and, as it is by default, a record of usage in its own SQLite. */
export const startGoModel: StartGateway = async (upstream, models) => {
  const path = builtProgram('GOMODEL_PROGRAM', 'GoModel');
  const [port, folder] = [await freePort(), peerFolder('gomodel')];
  const peer = {
    name: 'gomodel',
    port,
    key,
    note: 'GoModel: checks its master key, and writes the usage of each request into its SQLite, within its own process; no balance.',
    path,
    args: [],
    env: {
      PORT: String(port),
      GOMODEL_MASTER_KEY: key,
      OPENAI_API_KEY: 'sk-upstream',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      OPENAI_MODELS: models.join(','),
      CONFIGURED_PROVIDER_MODELS_MODE: 'allowlist',
      LOG_LEVEL: 'error',
    },
    folder,
  };
  return startPeer(peer, upstream, models);
};
