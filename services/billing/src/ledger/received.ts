import type { UsageEvent } from '@switchyard/contracts';

/** An event with its line as it came, which is what is parked when it cannot be settled. */
export interface ReceivedEvent {
  readonly event: UsageEvent;
  readonly line: string;
}
