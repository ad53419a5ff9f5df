import type { Migration } from 'kysely/migration';
import * as accounts from './0001-accounts.ts';
import * as channels from './0002-channels.ts';
import * as money from './0003-money.ts';
import * as logSearch from './0100-log-search.ts';
import * as tasks from './0103-tasks.ts';
import * as billing from './0200-billing.ts';
import * as mails from './0300-mails.ts';
import * as registration from './0301-registration.ts';
import * as identities from './0302-identities.ts';
import * as signIn from './0303-sign-in.ts';
import * as channelKeys from './0304-channel-keys.ts';
import * as payments from './0305-payments.ts';
import * as limitsAndNotices from './0306-limits-and-notices.ts';
import * as redemptions from './0307-redemptions.ts';
import * as administration from './0308-administration.ts';
import * as lists from './0309-lists.ts';
import * as proofs from './0310-proofs.ts';
import * as dashboard from './0311-dashboard.ts';
import * as imports from './0320-imports.ts';
import * as totals from './0330-totals.ts';
import * as longLog from './0331-long-log.ts';
import * as accessVersion from './0340-access-version.ts';
import * as dailyUsage from './0350-daily-usage.ts';
import * as dearRows from './0351-dear-rows.ts';
import * as auditSums from './0352-audit-sums.ts';
import * as severalGroups from './0353-several-groups.ts';
import * as surplusAndCalls from './0360-surplus-and-calls.ts';
import * as deadLetters from './0361-dead-letters.ts';
import * as refundsAndLimits from './0370-refunds-and-limits.ts';
import * as cheaperCharges from './0371-cheaper-charges.ts';
import * as latencyByUser from './0380-latency-by-user.ts';
import * as lateCharges from './0390-late-charges.ts';
import * as otherEntries from './0400-other-entries.ts';

/** In order; forward only. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-channels': channels,
  '0003-money': money,
  '0100-log-search': logSearch,
  '0103-tasks': tasks,
  '0200-billing': billing,
  '0300-mails': mails,
  '0301-registration': registration,
  '0302-identities': identities,
  '0303-sign-in': signIn,
  '0304-channel-keys': channelKeys,
  '0305-payments': payments,
  '0306-limits-and-notices': limitsAndNotices,
  '0307-redemptions': redemptions,
  '0308-administration': administration,
  '0309-lists': lists,
  '0310-proofs': proofs,
  '0311-dashboard': dashboard,
  '0320-imports': imports,
  '0330-totals': totals,
  '0331-long-log': longLog,
  '0340-access-version': accessVersion,
  '0350-daily-usage': dailyUsage,
  '0351-dear-rows': dearRows,
  '0352-audit-sums': auditSums,
  '0353-several-groups': severalGroups,
  '0360-surplus-and-calls': surplusAndCalls,
  '0361-dead-letters': deadLetters,
  '0370-refunds-and-limits': refundsAndLimits,
  '0371-cheaper-charges': cheaperCharges,
  '0380-latency-by-user': latencyByUser,
  '0390-late-charges': lateCharges,
  '0400-other-entries': otherEntries,
};
