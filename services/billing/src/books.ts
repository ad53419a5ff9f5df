/** What commands need that write into the books or look at them from outside. */
export { databaseUrl } from './audit/database-url.ts';
export { examineYoung, suspectsOf } from './audit/examine.ts';
export { bookInvariants } from './audit/invariants.ts';
export { makePastPartitions } from './jobs/make-past-partitions.ts';
export { notLogged } from './ledger/write.ts';
