import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@switchyard/testing';
import { cached, client } from './cached.ts';
import type { StartGateway } from './gateway.ts';
import { peerFolder, startPeer } from './peer.ts';

const version = '1.102.4';
const key = 'sk-bench';

/**
 * LiteLLM's proxy without a database: one key, the master's, is checked, and each answer is priced, but no spend is
 * kept. One worker, its settings for production, no log below errors.
 */
export const startLitellm: StartGateway = async (upstream, models) => {
  const installed = await cached(`litellm-${version}`, async (folder) => {
    await client('python3', ['-m', 'venv', folder], folder);
    await client(join(folder, 'bin/pip'), ['install', '--quiet', `litellm[proxy]==${version}`], folder);
  });
  const [port, folder] = [await freePort(), peerFolder('litellm')];
  const configuration = join(folder, 'config.yaml');
  // JSON is YAML.
  writeFileSync(configuration, JSON.stringify(settings(`${upstream.url}/v1`, models)));
  const logging = join(folder, 'logging.json');
  writeFileSync(logging, JSON.stringify(withoutAccessLog));
  const where = ['--config', configuration, '--host', '127.0.0.1', '--port', String(port)];
  const peer = {
    name: 'litellm',
    port,
    key,
    note: `LiteLLM ${version}: checks its master key and prices answers; no database, so no budgets and no record of spend.`,
    path: join(installed, 'bin/litellm'),
    args: [...where, '--num_workers', '1', '--telemetry', 'False', '--log_config', logging],
    env: {
      LITELLM_MODE: 'PRODUCTION',
      LITELLM_LOG: 'ERROR',
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      // Else it ends streams that say the same a hundred times, and opens 500 at most.
      REPEATED_STREAMING_CHUNK_LIMIT: '1000000',
      AIOHTTP_CONNECTOR_LIMIT: '4096',
      AIOHTTP_CONNECTOR_LIMIT_PER_HOST: '4096',
    },
    folder,
  };
  return startPeer(peer, upstream, models);
};

const settings = (address: string, models: readonly string[]) => ({
  model_list: models.map((model) => ({
    model_name: model,
    litellm_params: {
      model: `openai/${model}`,
      api_base: address,
      api_key: 'sk-upstream',
      input_cost_per_token: 2e-6,
      output_cost_per_token: 8e-6,
    },
  })),
  litellm_settings: { set_verbose: false, request_timeout: 600 },
  general_settings: { master_key: key },
});

const withoutAccessLog = {
  version: 1,
  disable_existing_loggers: false,
  loggers: { 'uvicorn.access': { handlers: [], propagate: false } },
};
