/** Items by a key of theirs; `pop` of a list takes the one that came first, and costs the same however many there are. */
export function queuesBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const queues = new Map<string, T[]>();
  for (const item of items.toReversed()) {
    const key = keyOf(item);
    const queue = queues.get(key);
    if (queue) queue.push(item);
    else queues.set(key, [item]);
  }
  return queues;
}
