import { openQueue, type Queue } from '@switchyard/queue';
import type { AuditDb, TouchedDb } from '../audit/audit-database.ts';
import type { Config } from '../config.ts';
import type { PaymentPorts } from '../payments/processors.ts';
import type { Ports } from '../ports.ts';
import type { PollPorts } from '../tasks/poll.ts';
import { timedJob } from '../telemetry/timed-job.ts';
import { askAboutEndedOrdersJob } from './ask-about-ended-orders.ts';
import { askAboutOpenOrdersJob } from './ask-about-open-orders.ts';
import { auditAllJob } from './audit-all.ts';
import { auditTouchedJob } from './audit-touched.ts';
import { cleanAuditRunsJob } from './clean-audit-runs.ts';
import { cleanHoldsJob } from './clean-holds.ts';
import { cleanLogJob } from './clean-log.ts';
import { cleanProofsJob } from './clean-proofs.ts';
import { cleanSessionsJob } from './clean-sessions.ts';
import { comparePaymentListsJob } from './compare-payment-lists.ts';
import { expireLogJob, type RetentionPorts } from './expire-log.ts';
import { freeLostHoldsJob } from './free-lost-holds.ts';
import { indexLogJob } from './index-log.ts';
import { makeLogPartitionsJob } from './make-log-partitions.ts';
import { pollTasksJob } from './poll-tasks.ts';
import { rebateInvitersJob } from './rebate-inviters.ts';
import { recoverChannelsJob } from './recover-channels.ts';
import { refreshBalancesJob } from './refresh-balances.ts';
import { renewBudgetsJob } from './renew-budgets.ts';
import { repeatAskedRefundsJob } from './repeat-asked-refunds.ts';
import { rewardInvitersJob } from './reward-inviters.ts';
import { settleHoldsJob } from './settle-holds.ts';
import { tellOfReviewsJob } from './tell-of-reviews.ts';
import { warnOfLowQuotaJob } from './warn-of-low-quota.ts';

const jobs = [
  askAboutEndedOrdersJob,
  askAboutOpenOrdersJob,
  auditAllJob,
  auditTouchedJob,
  cleanAuditRunsJob,
  cleanHoldsJob,
  cleanLogJob,
  cleanProofsJob,
  cleanSessionsJob,
  comparePaymentListsJob,
  expireLogJob,
  freeLostHoldsJob,
  indexLogJob,
  makeLogPartitionsJob,
  pollTasksJob,
  rebateInvitersJob,
  recoverChannelsJob,
  refreshBalancesJob,
  renewBudgetsJob,
  repeatAskedRefundsJob,
  rewardInvitersJob,
  settleHoldsJob,
  tellOfReviewsJob,
  warnOfLowQuotaJob,
];

/** Runs what is due again and again; all instances share the work. */
export function runJobs(
  { databaseUrl, redisUrl }: Config,
  ports: Ports & PollPorts & PaymentPorts & RetentionPorts & AuditDb & TouchedDb,
): Promise<Queue> {
  const warn = (message: string) => ports.log.warn(message);
  return openQueue(
    { databaseUrl, redisUrl, warn },
    jobs.map((job) => timedJob(job(ports), ports.figures)),
  );
}
