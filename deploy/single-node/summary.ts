import type { Demo } from './demo/demo.ts';

export interface Summary {
  readonly rows: readonly (readonly [string, string])[];
  readonly address: string;
  /** Of a first start; it has been printed by then. */
  readonly rootPassword: string | undefined;
  readonly demo: Demo | undefined;
}

export function printSummary({ rows, address, demo }: Summary): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log();
  for (const [label, text] of rows) console.log(`  ${label.padEnd(width)}  ${text}`);
  if (demo) {
    console.log(
      `\n  The demo answers by a fake provider. See its console as ${demo.username}, password ${demo.password}`,
    );
    console.log(`\n${demo.curl}`);
  }
  console.log(`\n  Open ${address} - Ctrl-C stops everything.\n`);
}

/** At once and not in the summary: should a later step of the first start fail, nobody could read it again. */
export function printRootPassword(password: string): void {
  const lines = [
    'Sign in as   root',
    `Password     ${password}`,
    'It is shown this once; you choose your own at the first sign-in.',
  ];
  const width = Math.max(...lines.map((line) => line.length));
  console.log(`\n  ┌${'─'.repeat(width + 4)}┐`);
  for (const line of lines) console.log(`  │  ${line.padEnd(width)}  │`);
  console.log(`  └${'─'.repeat(width + 4)}┘`);
}
