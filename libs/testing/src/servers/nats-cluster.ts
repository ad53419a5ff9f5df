import { freePort } from '../free-port.ts';
import { launch, runUntilListening } from './launch.ts';
import { findProgram } from './program.ts';
import { clusterOf, type ServerCluster } from './server-cluster.ts';

const count = 3;

/** Three NATS servers with JetStream that know each other; it takes a second or two until they have chosen a leader. */
export async function startNatsCluster(): Promise<ServerCluster> {
  const program = await findProgram('nats-server', 'nats-server');
  if (!program) throw new Error('Put nats-server on the PATH: a cluster is not started in containers.');
  const routePorts = await Promise.all(Array.from({ length: count }, freePort));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map((route, index) =>
      launch({
        name: 'nats',
        url: (port) => `nats://127.0.0.1:${port}`,
        start: (directory, port) => {
          const place = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory, '--server_name', `n${index}`];
          const cluster = ['--cluster_name', 'test', '--cluster', route, '--routes', routes.join()];
          return runUntilListening(program, [...place, ...cluster], port);
        },
      }),
    ),
  );
  return clusterOf(servers.map(({ url }) => url).join(), servers);
}
