import type { PriceReceipt, SubmittedTask, UsageEvent, UsageTokens } from '@switchyard/contracts';

/** A task as it was submitted, and what its charge is made of. */
export interface TaskRecord {
  readonly task: SubmittedTask;
  readonly usage: UsageTokens;
  readonly receipt: PriceReceipt | undefined;
}

export function taskRecordOf({ task, tokens, receipt }: UsageEvent): TaskRecord | undefined {
  return task && { task, usage: tokens, receipt };
}
