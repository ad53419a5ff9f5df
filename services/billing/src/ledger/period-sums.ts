/** What a key spent on the newest day and in the newest month (UTC) among its requests: all that its budgets count. */
export class PeriodSums {
  /** As 2026-11-21; '' before the first. */
  day = '';
  dayQuota = 0;
  /** As 2026-11. */
  month = '';
  monthQuota = 0;

  add(timeMs: number, quota: number): void {
    const day = new Date(timeMs).toISOString().slice(0, 10);
    const month = day.slice(0, 7);
    if (day > this.day) {
      this.day = day;
      this.dayQuota = 0;
    }
    if (month > this.month) {
      this.month = month;
      this.monthQuota = 0;
    }
    if (day === this.day) this.dayQuota += quota;
    if (month === this.month) this.monthQuota += quota;
  }
}
