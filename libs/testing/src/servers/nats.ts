import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchContainer } from './docker.ts';
import { launch, runUntilListening } from './launch.ts';
import { findProgram } from './program.ts';
import type { TestServer } from './test-server.ts';

export interface NatsOptions {
  /** Its data lie below it. */
  readonly folder?: string;
  /** What JetStream may store; three quarters of the disk's free space when left out. */
  readonly maxStoreBytes?: number;
}

/** A NATS with JetStream of this test's own. */
export async function startNats({ folder, maxStoreBytes }: NatsOptions = {}): Promise<TestServer> {
  const program = await findProgram('nats-server', 'nats-server');
  const url = (port: number) => `nats://127.0.0.1:${port}`;
  if (!program)
    return launchContainer({
      name: 'NATS',
      variable: 'TEST_NATS_URL',
      image: 'nats:2.12-alpine',
      port: 4222,
      command: ['-js'],
      url,
    });
  return launch(
    {
      name: 'nats',
      url,
      start: (directory, port) => {
        const place = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory];
        if (maxStoreBytes === undefined) return runUntilListening(program, place, port);
        // There is no flag for it.
        const settings = join(directory, 'nats.conf');
        writeFileSync(settings, `jetstream { max_file_store: ${maxStoreBytes} }\n`);
        return runUntilListening(program, [...place, '-c', settings], port);
      },
    },
    folder,
  );
}
