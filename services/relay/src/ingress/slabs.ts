const slabBytes = 262_144;
/** Smaller buffers are cheap to make, larger ones are rare. */
const leastBytes = 16_384;
const mostKept = 64;

const kept: Buffer[] = [];

/** A buffer of at least `bytes`, not cleared: memory that was touched before costs no page faults. */
export function takeSlab(bytes: number): Buffer {
  if (bytes < leastBytes || bytes > slabBytes) return Buffer.allocUnsafe(bytes);
  return kept.pop() ?? Buffer.allocUnsafeSlow(slabBytes);
}

/** Gives a buffer back that nothing reads or writes any more. Others than slabs are left to the collector. */
export function giveSlab(buffer: Buffer): void {
  if (buffer.length === slabBytes && kept.length < mostKept) kept.push(buffer);
}
