/** Longer than a scrape takes, shorter than the time between two. */
const keptMs = 1_000;

/** Reads once for all figures of a scrape that come from one query. */
export function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const now = Date.now();
    if (!last || now - last.at > keptMs) last = { at: now, value: read() };
    return last.value;
  };
}
