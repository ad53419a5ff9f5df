const LARGEST_QUOTA = 1e15;

/** Answers a balance in quota as it came; a RangeError when it is not whole or beyond ±1e15. */
export function quota(value: number): number {
  if (!Number.isSafeInteger(value) || Math.abs(value) > LARGEST_QUOTA) {
    throw new RangeError(`${value} is not a whole quota within ±1e15`);
  }
  return value;
}

/** The same for amounts and counts, which are never negative. */
export function amount(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0 || value > LARGEST_QUOTA) {
    throw new RangeError(`${value} is not a whole amount from 0 to 1e15`);
  }
  return value;
}
