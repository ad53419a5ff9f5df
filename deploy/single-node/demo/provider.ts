import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';

export const demoModels = ['gpt-5.6-luna', 'gpt-5.4-mini', 'text-embedding-3-small'] as const;

/** The demo's provider, at the same port at every start, since its channel keeps the address. */
export async function startProvider(dataDir: string): Promise<Upstream> {
  const file = join(dataDir, 'demo-port');
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  try {
    const upstream = await startUpstream({ port, models: demoModels, defaults: { latencyMs: 300, intervalMs: 20 } });
    writeFileSync(file, `${upstream.port}\n`);
    return upstream;
  } catch (error) {
    throw new Error(`The demo's provider cannot listen on port ${port}, the address of its channel: ${error}`, {
      cause: error,
    });
  }
}
