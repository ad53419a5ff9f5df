import type { Demo } from './demo/demo.ts';

export interface Summary {
  readonly rows: readonly (readonly [string, string])[];
  readonly address: string;
  /** Only at the very first start. */
  readonly rootPassword: string | undefined;
  readonly demo: Demo | undefined;
}

export function printSummary({ rows, address, rootPassword, demo }: Summary): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log();
  for (const [label, text] of rows) console.log(`  ${label.padEnd(width)}  ${text}`);
  console.log();
  if (rootPassword === undefined) {
    console.log(`  Open ${address}`);
  } else {
    printBox([
      `Open ${address}`,
      `Sign in as   root`,
      `Password     ${rootPassword}`,
      'It is shown this once; you choose your own at the first sign-in.',
    ]);
  }
  if (demo) {
    console.log(
      `\n  The demo answers by a fake provider. See its console as ${demo.username}, password ${demo.password}`,
    );
    console.log(`\n${demo.curl}\n`);
  }
  console.log('  Ctrl-C stops everything.\n');
}

function printBox(lines: readonly string[]): void {
  const width = Math.max(...lines.map((line) => line.length));
  console.log(`  ┌${'─'.repeat(width + 4)}┐`);
  for (const line of lines) console.log(`  │  ${line.padEnd(width)}  │`);
  console.log(`  └${'─'.repeat(width + 4)}┘`);
}
