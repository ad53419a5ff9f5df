/** Keys of Postgres' advisory locks. A key is one lock for the whole database, whoever asks for it: each stands here once. */
export const advisoryLocks = {
  makeLogPartitions: 4_170_221_903,
  /** Written out in the migration 0308-administration. */
  chainAuditLog: 4_170_221_904,
  changeOptions: 4_170_221_905,
  comparePaymentLists: 4_170_221_906,
  askForRefunds: 4_170_221_907,
  indexLog: 4_170_221_908,
  auditTouched: 4_170_221_909,
  auditAll: 4_170_221_910,
  askAboutOpenOrders: 4_170_221_911,
  askAboutEndedOrders: 4_170_221_912,
  addToTotals: 4_170_221_913,
} as const;

export type AdvisoryLock = (typeof advisoryLocks)[keyof typeof advisoryLocks];
