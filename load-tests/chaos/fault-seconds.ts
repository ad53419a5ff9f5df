/** How long a store stays away: 10 s unless FAULT_SECONDS says otherwise. */
export const faultMs = Number(process.env.FAULT_SECONDS || 10) * 1_000;
