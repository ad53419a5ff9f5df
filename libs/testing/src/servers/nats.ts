import { launchContainer } from './docker.ts';
import { launch, runUntilListening } from './launch.ts';
import { findProgram } from './program.ts';
import type { TestServer } from './test-server.ts';

/** A NATS with JetStream of this test's own. Its data lie below the folder when one is given. */
export async function startNats({ folder }: { readonly folder?: string } = {}): Promise<TestServer> {
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
      start: (directory, port) =>
        runUntilListening(program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory], port),
    },
    folder,
  );
}
