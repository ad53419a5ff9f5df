/** Passes a message on unless the same one went through within the last minute. */
export function throttle(warn: (message: string) => void): (message: string) => void {
  const lastMs = new Map<string, number>();
  return (message) => {
    const now = Date.now();
    for (const [old, timeMs] of lastMs) if (now - timeMs >= 60_000) lastMs.delete(old);
    if (lastMs.has(message)) return;
    lastMs.set(message, now);
    warn(message);
  };
}
