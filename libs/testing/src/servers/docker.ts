import { freePort } from '../free-port.ts';
import type { TestServer } from './test-server.ts';

export interface ImageKind {
  readonly name: string;
  /** Of the environment, naming a server to use instead. */
  readonly variable: string;
  readonly image: string;
  /** Inside the container. */
  readonly port: number;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A command inside the container that succeeds when the server answers, where taking connections is not enough. */
  readonly ready?: string;
  url(port: number): string;
}

/** The last resort: a server in Docker. testcontainers removes it when this process ends. */
export async function launchContainer(kind: ImageKind): Promise<TestServer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const client = await getContainerRuntimeClient().catch((cause) => {
    throw new Error(
      `The tests need ${kind.name}: install the program, start Docker, or set ${kind.variable} to the address of one.`,
      { cause },
    );
  });
  const hostPort = await freePort();
  const started = await new GenericContainer(kind.image)
    .withExposedPorts({ container: kind.port, host: hostPort })
    .withCommand([...(kind.command ?? [])])
    .withEnvironment({ ...kind.environment })
    .withWaitStrategy(
      Wait.forAll([Wait.forListeningPorts(), ...(kind.ready ? [Wait.forSuccessfulCommand(kind.ready)] : [])]),
    )
    .start();
  const container = client.container.getById(started.getId());
  return {
    url: kind.url(hostPort),
    kill: async () => void (await container.kill()),
    // Waits like the first start.
    restart: async () => void (await started.restart()),
    pause: async () => void (await container.pause()),
    resume: async () => void (await container.unpause()),
    stop: async () => void (await started.stop()),
  };
}
