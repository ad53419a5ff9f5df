/** What commands need that write into the books or look at them from outside. */
export { databaseUrl } from './audit/database-url.ts';
export { bookInvariants } from './audit/invariants.ts';
export { keepSums } from './audit/kept-sums.ts';
export { makePastPartitions } from './jobs/make-past-partitions.ts';
export { notLogged } from './ledger/write.ts';
