const bucketMs = 10 * 60_000;
/** A day of buckets. */
const remembered = 144;
const factor = 10;
/** Fewer in a bucket than this times the factor are nothing unusual, however quiet the day was. */
const leastUsual = 10;

/**
 * Counts failures over all accounts in this process. The answer is true once in ten minutes at most: when they come ten times as
 * often as in the day before, which is how lists of stolen passwords are tried.
 */
export function failureAlarm(): (nowMs?: number) => boolean {
  const past: number[] = [];
  let bucket: number | undefined;
  let current = 0;
  return (nowMs = Date.now()) => {
    const now = Math.floor(nowMs / bucketMs);
    bucket ??= now;
    if (now > bucket) {
      const quiet = Math.min(now - bucket - 1, remembered);
      past.push(current, ...new Array<number>(quiet).fill(0));
      past.splice(0, past.length - remembered);
      bucket = now;
      current = 0;
    }
    current += 1;
    const usual = past.reduce((sum, count) => sum + count, 0) / remembered;
    return current === Math.ceil(factor * Math.max(usual, leastUsual));
  };
}
