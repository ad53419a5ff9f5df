const hourMs = 3_600_000;

/** `free-lost-holds` frees what ended so long ago: longer than a charge may wait in the spool of a relay that cannot reach the bus. */
export const lostAfterMs = 24 * hourMs;
/** `wallet-comes-to-rest` accuses of what ended so long ago: the job has failed. */
export const accusedAfterMs = 48 * hourMs;
/** Nor does it accuse so soon after a dead letter was dismissed: by then the hourly job has been there. */
export const dismissalGraceMs = 2 * hourMs;
/** `clean-holds` keeps sums that did not change for so long. */
export const sumsKeptMs = 48 * hourMs;
