import { EventEmitter, once } from 'node:events';
import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import { retryFor, withTimeout } from '../timing.ts';
import type { NatsAddress } from './address.ts';
import { ageWarning } from './server-age.ts';

/** A connection that comes back by itself, and says whether it is there. */
export class Link {
  readonly connection: NatsConnection;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #up = true;

  constructor(connection: NatsConnection, hosts: string, warn: (message: string) => void) {
    this.connection = connection;
    void this.#watch(hosts, warn);
  }

  get up(): boolean {
    return this.#up;
  }

  /** Throws unless connected. The client would keep what is sent meanwhile, without limit. */
  assertUp(): void {
    if (!this.#up) throw new Error('NATS is not connected');
  }

  /** Resolves when connected; rejects when the signal fires first. */
  async whenUp(signal: AbortSignal): Promise<void> {
    while (!this.#up) await once(this.#changes, 'up', { signal });
  }

  /** Calls `run` when the connection is lost, until the answer is called. */
  onDown(run: () => void): () => void {
    this.#changes.on('down', run);
    return () => void this.#changes.off('down', run);
  }

  /** Resolves when the server has read everything sent so far. */
  async flush(timeoutMs: number): Promise<void> {
    this.assertUp();
    await withTimeout(this.connection.flush(), timeoutMs, `NATS has not answered within ${timeoutMs} ms`);
  }

  async #watch(hosts: string, warn: (message: string) => void): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect' && this.#up) {
        this.#up = false;
        warn(`connection to NATS at ${hosts} lost, trying to reconnect`);
        this.#changes.emit('down');
      } else if (status.type === 'reconnect') {
        this.#up = true;
        warn(`connected to NATS at ${hosts} again`);
        this.#changes.emit('up');
      }
    }
    this.#up = false;
  }
}

/**
 * Connects, trying for up to `waitMs` when nobody answers yet; a refused password is not tried again. Afterwards the
 * connection is restored for ever. Rejects with a sentence for the operator, without the password.
 */
export async function openLink(address: NatsAddress, waitMs: number, warn: (message: string) => void): Promise<Link> {
  const open = () =>
    connect({
      ...address.options,
      name: 'switchyard',
      timeout: 3000,
      reconnectTimeWait: 500,
      maxReconnectAttempts: -1,
      // A password may be changed on the server first and here later.
      ignoreAuthErrorAbort: true,
      // A host that vanished is noticed within 30 s.
      pingInterval: 10_000,
      maxPingOut: 2,
      noAsyncTraces: true,
    });
  try {
    const connection = await retryFor(waitMs, open, (error) => error instanceof errors.AuthorizationError);
    const warning = ageWarning(connection.info?.version ?? '');
    if (warning) warn(warning);
    return new Link(connection, address.hosts, warn);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`NATS_URL: cannot connect to NATS at ${address.hosts} (${reason})`);
  }
}
