/** A payment that was begun in this browser. Only its number is kept. */
export interface PendingPayment {
  readonly userId: number;
  /** Our number of the order. */
  readonly reference: string;
  readonly startedAtMs: number;
}

const storageKey = 'pending_payment';
const resumableMs = 10 * 60_000;

export function rememberPayment(payment: PendingPayment): void {
  localStorage.setItem(storageKey, JSON.stringify(payment));
}

export function forgetPayment(): void {
  localStorage.removeItem(storageKey);
}

/** The number of the payment that this person began less than ten minutes ago. */
export function recentPayment(userId: number, nowMs: number): string | undefined {
  const kept = parse(localStorage.getItem(storageKey));
  const isRecent = kept !== undefined && nowMs - kept.startedAtMs < resumableMs;
  return isRecent && kept.userId === userId ? kept.reference : undefined;
}

function parse(text: string | null): PendingPayment | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<PendingPayment> | null;
    const { userId, reference, startedAtMs } = value ?? {};
    const isWhole = typeof userId === 'number' && typeof reference === 'string' && typeof startedAtMs === 'number';
    return isWhole ? { userId, reference, startedAtMs } : undefined;
  } catch {
    return undefined;
  }
}
