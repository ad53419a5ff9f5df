import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Plant } from '../plant/plant.ts';

/** Runs a command as an operator of this plant does; answers what it said, fails when it fails. */
export async function runCommand(
  plant: Plant,
  command: 'backup' | 'restore',
  ...args: readonly string[]
): Promise<string> {
  const program = fileURLToPath(import.meta.resolve(`../../deploy/backup/${command}.ts`));
  const child = spawn(process.execPath, [program, ...args], { env: plant.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, said);
  return said;
}
