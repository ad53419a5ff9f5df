import { balanceIsJournal } from './balance-is-journal.ts';
import { budgetCountsConsumption } from './budget-counts-consumption.ts';
import { codeIsJournaled } from './code-is-journaled.ts';
import { consumptionIsLogged } from './consumption-is-logged.ts';
import { earningsAddUp } from './earnings-add-up.ts';
import type { Invariant } from './invariant.ts';
import { orderIsJournaled } from './order-is-journaled.ts';
import { rollUpIsConsumption } from './roll-up-is-consumption.ts';
import { taskCostsWhatIsJournaled } from './task-costs-what-is-journaled.ts';
import { tokenUsedIsConsumed } from './token-used-is-consumed.ts';
import { usedIsConsumed } from './used-is-consumed.ts';
import { walletBalanceIsAccount } from './wallet-balance-is-account.ts';
import { walletComesToRest } from './wallet-comes-to-rest.ts';
import { walletHoldsAddUp } from './wallet-holds-add-up.ts';

/** Those for which kept sums can stand. */
export const sumInvariants: readonly Invariant[] = [
  balanceIsJournal,
  usedIsConsumed,
  tokenUsedIsConsumed,
  rollUpIsConsumption,
];

/** Within Postgres: can be examined from anywhere. */
export const bookInvariants: readonly Invariant[] = [
  ...sumInvariants,
  budgetCountsConsumption,
  consumptionIsLogged,
  taskCostsWhatIsJournaled,
  earningsAddUp,
  orderIsJournaled,
  codeIsJournaled,
];

/** Between Postgres and the wallet store, which without Redis only the running services can see. */
export const walletInvariants: readonly Invariant[] = [walletBalanceIsAccount, walletHoldsAddUp, walletComesToRest];
