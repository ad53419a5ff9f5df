import { parseArgs } from 'node:util';
import { startUpstream } from './upstream.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    keys: { type: 'string' },
    models: { type: 'string' },
    'latency-ms': { type: 'string', default: '0' },
    'interval-ms': { type: 'string', default: '0' },
  },
});

const upstream = await startUpstream({
  port: Number(values.port),
  host: values.host,
  defaults: { latencyMs: Number(values['latency-ms']), intervalMs: Number(values['interval-ms']) },
  ...(values.keys && { keys: values.keys.split(',') }),
  ...(values.models && { models: values.models.split(',') }),
});
console.log(JSON.stringify({ url: upstream.url, port: upstream.port }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void upstream.close());
}
