import { uuidv7 } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';

const deliveriesAtOnce = 10;
/** Longer than a try can take. */
const tryMinutes = 5;
/** From one try to the next; after the last one it is given up. */
const pausesSeconds = [15, 300, 1_800, 7_200, 18_000, 36_000];

/** A notice on its way to a user's webhook, as the user has set that up by now. */
export interface Delivery {
  readonly id: string;
  readonly userId: number;
  readonly payload: string;
  /** This one included. */
  readonly attempts: number;
  /** Empty: taken away meanwhile, or the user is gone. */
  readonly address: string;
  /** Sealed. */
  readonly secret: string;
}

/** Leaves a notice for the user's webhook, which gets it after the caller's commit: {type, timestamp, data} as in Standard Webhooks. */
export async function queueDelivery(db: Kysely<Schema>, userId: number, type: string, data: object): Promise<void> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  await db.insertInto('webhook_deliveries').values({ id: uuidv7(), user_id: userId, payload }).execute();
}

/** Takes deliveries that are due. Nobody else takes them while they are tried; those of a process that died come again after that. */
export async function claimDeliveries(db: Database): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    UPDATE webhook_deliveries AS delivery
    SET attempts = attempts + 1, due_at = now() + make_interval(mins => ${tryMinutes})
    FROM users
    WHERE users.id = delivery.user_id AND delivery.id IN (
      SELECT id FROM webhook_deliveries WHERE due_at <= now() ORDER BY due_at LIMIT ${deliveriesAtOnce} FOR UPDATE SKIP LOCKED
    )
    RETURNING delivery.id, delivery.user_id AS "userId", payload, attempts, notify_secret AS secret,
              CASE WHEN deleted_at IS NULL THEN notify_webhook ELSE '' END AS address
  `.execute(db);
  return rows;
}

/** Answers false, and drops it, when it was tried often enough: six times more, over 18 hours. */
export async function putOff(db: Database, { id, attempts }: Delivery): Promise<boolean> {
  const pauseSeconds = pausesSeconds[attempts - 1];
  if (pauseSeconds === undefined) {
    await dropDelivery(db, id);
    return false;
  }
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: sql`now() + make_interval(secs => ${pauseSeconds})` })
    .where('id', '=', id)
    .execute();
  return true;
}

export async function dropDelivery(db: Database, id: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
}
