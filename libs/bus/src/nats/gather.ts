/**
 * Groups what comes: up to `max` at a time, at most `maxWaitMs` after the first. When the source fails, what was
 * gathered comes first and then the failure.
 */
export async function* gather<Item>(
  source: AsyncIterable<Item>,
  max: number,
  maxWaitMs: number,
): AsyncGenerator<Item[], void> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const answer = iterator.next();
    // A failure is looked at with the next batch, which may be asked for much later.
    answer.catch(() => {});
    return answer;
  };
  for (let next = ask(); ; ) {
    const first = await next;
    if (first.done) return;
    const batch = [first.value];
    next = ask();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, maxWaitMs, undefined);
    while (batch.length < max) {
      const result = await Promise.race([next.catch(() => undefined), late.promise]);
      if (!result || result.done) break;
      batch.push(result.value);
      next = ask();
    }
    clearTimeout(timer);
    yield batch;
  }
}
