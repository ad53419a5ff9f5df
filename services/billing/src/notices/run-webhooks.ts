import { openNotifySecret } from '@switchyard/crypto';
import { type CidrList, guardedFetch, type Worker } from '@switchyard/http';
import { Webhook } from 'standardwebhooks';
import { loop } from '../loop.ts';
import type { Ports, Running } from '../ports.ts';
import { readSettings } from '../settings.ts';
import { claimDeliveries, type Delivery, dropDelivery, putOff } from './deliveries.ts';

const pauseMs = 1_000;
/** The receiver wants no more of them (Standard Webhooks). */
const gone = 410;

export interface WebhookPorts extends Pick<Ports, 'db' | 'log' | 'optionKey'> {
  /** Private ranges that users may name. */
  readonly allowedHooks: CidrList;
  /** Private ranges in which the operator's worker may be. */
  readonly upstreamAllow: CidrList;
}

/**
 * Sends what users are told at their webhooks: signed by their secret, at public addresses, again with growing pauses until one
 * answers 2xx. Instances skip each other's.
 */
export function runWebhooks(ports: WebhookPorts): Running {
  return loop(
    async () => ((await deliverBatch(ports)) > 0 ? 0 : pauseMs),
    (error) => ports.log.error({ error }, 'webhooks cannot be called, trying again'),
  );
}

/** Tries some of the deliveries that are due, and answers how many. */
export async function deliverBatch(ports: WebhookPorts): Promise<number> {
  const deliveries = await claimDeliveries(ports.db);
  if (deliveries.length === 0) return 0;
  const { options, secrets } = await readSettings(ports.db, ports.optionKey);
  const { WorkerUrl: url } = options;
  const worker = url === '' ? undefined : { url, key: secrets.WorkerValidKey, allow: ports.upstreamAllow };
  await Promise.all(deliveries.map((delivery) => deliver(ports, worker, delivery)));
  return deliveries.length;
}

async function deliver(ports: WebhookPorts, worker: Worker | undefined, delivery: Delivery): Promise<void> {
  const { db, log } = ports;
  const { id, userId, attempts, address } = delivery;
  if (address !== '' && !(await isTaken(ports, worker, delivery))) {
    const again = await putOff(db, delivery);
    log.info({ delivery: id, userId, attempts, again }, 'a webhook did not take a notice');
    return;
  }
  await dropDelivery(db, id);
}

async function isTaken(
  { optionKey, allowedHooks }: WebhookPorts,
  worker: Worker | undefined,
  { id, userId, payload, address, secret }: Delivery,
): Promise<boolean> {
  try {
    const now = new Date();
    const signature = new Webhook(openNotifySecret(optionKey, userId, secret)).sign(id, now, payload);
    const { status } = await guardedFetch(address, {
      allow: allowedHooks,
      worker,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      },
      body: payload,
    });
    return (status >= 200 && status < 300) || status === gone;
  } catch {
    return false;
  }
}
