import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.ts';
import { report } from './report.ts';
import { compare } from './verdict.ts';

/*
 * npm run plans [-- --rows 10000000]: opens every list of the console with a log of 10,000 rows and with a long one, and
 * writes PLANS.md: what Postgres read for each, and how much longer it took. Fails when one reads the log from end to end,
 * looks at more rows than a list's count may, or takes more times as long than stated (verdict.ts).
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const sizes = [10_000, Number(values.rows)] as const;
const target = fileURLToPath(new URL('../../PLANS.md', import.meta.url));

const [small, large] = [await measure(sizes[0], say), await measure(sizes[1], say)];
const comparisons = small.flatMap((one, index) => {
  const other = large[index];
  return other ? [compare(one, other)] : [];
});
writeFileSync(target, report(comparisons, sizes));
say(`Written to ${target}`);
for (const { large: measured, faults } of comparisons.filter(({ faults }) => faults.length > 0)) {
  say(`${measured.call.as} ${measured.call.path}: ${faults.join(', ')}`);
  process.exitCode = 1;
}
process.exit();

function say(what: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}
