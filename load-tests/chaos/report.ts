import { appendFileSync } from 'node:fs';

/** One fault, in figures; money in quota. */
export interface Row {
  readonly fault: string;
  readonly requests: number;
  readonly completed: number;
  /** Broke off, or never got an answer. */
  readonly interrupted: number;
  /** Answered with 503. */
  readonly unavailable: number;
  readonly lost: number;
  readonly double: number;
  readonly overspend: number;
  /** From the end of the fault until all that had ended was charged and nobody was answered with 503 any more. */
  readonly recoverySeconds: number;
  /** Figures of this fault alone. */
  readonly remark?: string | undefined;
}

/** Prints the row, and keeps it in the file that FAULT_REPORT names. */
export function report(row: Row): void {
  const { fault, requests, completed, interrupted, unavailable, lost, double, overspend, recoverySeconds, remark } =
    row;
  console.log(
    `${fault} → ${requests} requests (${completed} complete, ${interrupted} broken off, ${unavailable} × 503), ` +
      `lost ${lost}, double ${double}, overspend ${overspend}, recovered in ${recoverySeconds.toFixed(1)} s${remark ? `; ${remark}` : ''}`,
  );
  const file = process.env.FAULT_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
