import type { Epoch } from '../kv.ts';
import type { RedisClient } from './connection.ts';
import { slotOf } from './slot.ts';

const key = 'epoch';
const slots = 16_384;
/** A server of a cluster holds some thousand slots in a row, so several of these. */
const slotsPerMark = 256;

/** One mark per server at least: each of them can lose its content alone, and then the epoch as a whole is over. */
export class RedisEpoch implements Epoch {
  private readonly redis: RedisClient;
  private readonly keys: readonly string[];

  constructor(redis: RedisClient) {
    this.redis = redis;
    this.keys = redis.isCluster ? keysAllOver() : [key];
  }

  async read(): Promise<string | undefined> {
    const marks = await Promise.all(this.keys.map((mark) => this.redis.get(mark)));
    return marks.includes(null) ? undefined : together(marks);
  }

  async open(mark: string): Promise<string> {
    return together(await Promise.all(this.keys.map((one) => this.redis.set(one, mark, 'NX', 'GET'))), mark);
  }
}

/** Changes whenever a lost mark is replaced; `missing` stands for those that were not there. */
function together(marks: readonly (string | null)[], missing = ''): string {
  return [...new Set(marks.map((mark) => mark ?? missing))].sort().join('+');
}

/** A key for every so many slots of a cluster, by its hash tag. */
function keysAllOver(): string[] {
  const found = new Map<number, string>();
  for (let tag = 0; found.size < slots / slotsPerMark; tag++) {
    const place = Math.floor(slotOf(String(tag)) / slotsPerMark);
    if (!found.has(place)) found.set(place, `${key}:{${tag}}`);
  }
  return [...found.values()];
}
