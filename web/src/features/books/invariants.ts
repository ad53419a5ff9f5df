import type { TextKey } from '../../lib/i18n.ts';

/** What must hold, by the names that billing gives (services/billing/src/audit). */
export const invariants: Readonly<Record<string, TextKey>> = {
  'balance-is-journal': 'books:invariant.balance',
  'used-is-consumed': 'books:invariant.used',
  'token-used-is-consumed': 'books:invariant.keyUsed',
  'roll-up-is-consumption': 'books:invariant.rollUp',
  'budget-counts-consumption': 'books:invariant.budget',
  'consumption-is-logged': 'books:invariant.logged',
  'task-costs-what-is-journaled': 'books:invariant.task',
  'earnings-add-up': 'books:invariant.earnings',
  'order-is-journaled': 'books:invariant.order',
  'code-is-journaled': 'books:invariant.code',
  'wallet-balance-is-account': 'books:invariant.wallet',
  'wallet-holds-add-up': 'books:invariant.holds',
  'wallet-comes-to-rest': 'books:invariant.rest',
};
