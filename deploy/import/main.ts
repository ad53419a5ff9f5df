import { tryAdvisoryLock } from '@switchyard/db';
import { withSecretFiles } from '@switchyard/environment';
import { readArguments } from './arguments.ts';
import { openInstallation } from './installation.ts';
import { moveInDeployments } from './litellm/move-in.ts';
import { moveIn, type Outcome, tryMoveIn } from './move-in.ts';
import { openSource } from './source/open.ts';
import type { Sum } from './sums.ts';

/*
 * npm run import -- --from <gateway> [--dry-run] <source>: brings another gateway's users, keys, channels and history here.
 * Exit code 1 when the sums of both sides differ, 2 when the import could not be done.
 */
async function main(): Promise<number> {
  const environment = withSecretFiles(process.env);
  const { gateway, source: address, isDry } = readArguments(process.argv.slice(2), environment);
  const installation = await openInstallation(environment);
  try {
    const release = await tryAdvisoryLock(installation.url, 'import');
    if (!release) throw new Error('Another import is under way here.');
    try {
      if (!gateway) return report(await moveInDeployments(installation, address, isDry), isDry);
      const source = await openSource(address);
      try {
        return report(await (isDry ? tryMoveIn : moveIn)(installation, gateway, source), isDry);
      } finally {
        await source.close();
      }
    } finally {
      await release();
    }
  } finally {
    await installation.db.destroy();
  }
}

function report({ findings, sums }: Outcome, isDry: boolean): number {
  const lines = findings.lines();
  print(lines.length === 0 ? 'Nothing collides, and everything can be carried.\n' : `${lines.join('\n')}\n`);
  const width = Math.max(...sums.map(({ what }) => what.length));
  print(`${' '.repeat(width)}  ${['there', 'not carried', 'here'].map((head) => head.padStart(18)).join('')}`);
  for (const sum of sums) {
    const figures = [sum.there, sum.left, sum.here].map((figure) => String(figure).padStart(18)).join('');
    print(`${sum.what.padEnd(width)}  ${figures}${isDry || isEqual(sum) ? '' : '  DIFFERS'}`);
  }
  if (isDry) print('\nThis was a dry run: nothing was written, and the log was only counted.');
  const differs = !isDry && !sums.every(isEqual);
  if (differs) print('\nThe sums differ. Was the other gateway still running? Stop it, restore here and import again.');
  return differs ? 1 : 0;
}

function isEqual({ there, left, here }: Sum): boolean {
  return there - left === here;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`The import could not be done: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
