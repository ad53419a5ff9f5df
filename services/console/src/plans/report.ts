import { cpus, loadavg } from 'node:os';
import type { Plan, Scan } from './explain.ts';
import { type Comparison, msOf } from './verdict.ts';

/** PLANS.md: one line per call. */
export function report(comparisons: readonly Comparison[], [few, many]: readonly [number, number]): string {
  const lines = comparisons.map(({ small, large, times }) => {
    const { as, path } = large.call;
    const rows = large.plans.flatMap(({ scans }) => scans).reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    const pages = large.plans.reduce((sum, { bufferPages }) => sum + bufferPages, 0);
    return [
      as,
      `\`${path.replace(/\d{10}/g, '…')}\``,
      unique(large.plans),
      rows,
      pages,
      msOf(small).toFixed(1),
      msOf(large).toFixed(1),
      times.toFixed(1),
    ].join(' | ');
  });
  const [of, log] = [few, many].map((rows) => rows.toLocaleString('en'));
  return `# Plans of the lists

Written by \`npm run plans -- --rows ${many}\`: 100,000 users, 100,000 keys (\`heavy\` has 1,000), 100,000 orders, codes and tasks, a log of
${log} rows in 30 daily partitions (\`heavy\` has every tenth, \`light\` is one of the others) and its roll-ups. Rows read are those that were
looked at, taken or not, over all scans of the call; pages are of 8 kB. Times are Postgres's, of a second run, in milliseconds: with ${of}
rows of the log, with ${log}, and as a multiple (less than 5 ms count as 5). Load of the machine at the end: ${loadavg()[1]?.toFixed(0)} on ${cpus().length} cores.

| as | call | scans | rows read | pages | ms, ${of} | ms, ${log} | × |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map((line) => `| ${line} |`).join('\n')}
`;
}

/** Partitions of the log count as the log. */
function unique(plans: readonly Plan[]): string {
  const name = ({ how, table, index }: Scan) =>
    `${how} ${index?.replace(/_\d{8}_|usage_log_\d{8}/, '…') ?? table.replace(/usage_log_(\d{8}|default)/, 'usage_log_…')}`;
  return [...new Set(plans.flatMap(({ scans }) => scans.map(name)))].join(', ');
}
