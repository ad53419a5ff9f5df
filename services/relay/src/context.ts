import type { Database } from '@switchyard/db';
import type { Kv } from '@switchyard/kv';
import type { Logger } from '@switchyard/log';
import type { Leases } from './admission/leases.ts';
import type { LoadGate } from './admission/load-gate.ts';
import type { Directory } from './auth/directory.ts';
import type { RelayConfig } from './config.ts';
import type { ReasoningMemory } from './dialects/reasoning-memory.ts';
import type { Clock } from './egress/clock.ts';
import type { Drains } from './egress/drains.ts';
import type { FetchFile } from './egress/request-files.ts';
import type { OpenWebSocket } from './egress/web-socket.ts';
import type { Trust } from './ingress/client-ip.ts';
import type { TaskTools } from './ingress/tasks/tools.ts';
import type { Meter } from './metering/meter.ts';
import type { Spool } from './metering/spool/spool.ts';
import type { TokenCounter } from './metering/token-counter.ts';
import type { Affinity } from './routing/affinity.ts';
import type { ChannelReports } from './routing/channel-reports.ts';
import type { ChannelTools } from './routing/read-channel.ts';
import type { RetryBudget } from './routing/retry-budget.ts';
import type { Snapshots } from './routing/snapshots.ts';
import type { Faults } from './telemetry/faults.ts';

/** What requests are served with: made once at start, handed to the routes. */
export interface Relay {
  readonly config: RelayConfig;
  readonly db: Database;
  readonly kv: Kv;
  readonly log: Logger;
  /** For channels that are not in the snapshot. */
  readonly channelTools: ChannelTools;
  readonly directory: Directory;
  readonly snapshots: Snapshots;
  readonly leases: Leases;
  readonly meter: Meter;
  readonly spool: Spool;
  readonly counter: TokenCounter;
  readonly clock: Clock;
  readonly gate: LoadGate;
  readonly retryBudget: RetryBudget;
  readonly reports: ChannelReports;
  readonly drains: Drains;
  readonly faults: Faults;
  readonly affinity: Affinity;
  readonly reasoning: ReasoningMemory;
  readonly fetchFile: FetchFile;
  readonly openWebSocket: OpenWebSocket;
  readonly trust: Trust;
  readonly tasks: TaskTools;
  /** The process was told to stop: what comes is served, and its connection closed. */
  draining: boolean;
}
