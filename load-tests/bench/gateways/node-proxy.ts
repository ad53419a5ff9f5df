import { fileURLToPath } from 'node:url';
import { launch } from '../cores.ts';
import type { StartGateway } from './gateway.ts';

const program = fileURLToPath(new URL('../../baselines/node-proxy.ts', import.meta.url));

export const startNodeProxy: StartGateway = async (upstream, _models, profile) => {
  const { pid, ready, stop } = await launch({
    path: process.execPath,
    args: [...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []), program, '--upstream', upstream.url],
    onGatewayCore: true,
  });
  return { name: 'node:http', port: Number(ready.port), key: 'sk-bench', pid, delivered: 0, stop };
};
