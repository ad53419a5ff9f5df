import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { search } from './search.ts';
import { jsonTarget } from './targets/json.ts';
import { multipartTarget } from './targets/multipart.ts';
import { requestHeadTarget } from './targets/request-head.ts';
import { responseTarget } from './targets/response.ts';
import { sseTarget } from './targets/sse.ts';

/*
 * npm run fuzz -- <sse | json | multipart | request-head | response> [--seconds 60] [--seed 1]: looks for bytes with which a reader does what it must not,
 * led by which code they run. What is found is written into `findings` beside this file.
 */
const targets = [sseTarget, jsonTarget, multipartTarget, requestHeadTarget, responseTarget];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const target = targets.find(({ name }) => name === positionals[0]);
if (!target) {
  console.error(`Name what to search: ${targets.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const { executions, corpus, blocks, findings, slowestMs } = await search(
  target,
  Number(values.seconds) * 1_000,
  Number(values.seed),
);
console.log(`${target.name}: ${executions} inputs, ${corpus.length} of them ran something new, ${blocks} blocks`);
if (slowestMs > 0) console.log(`slowest input: ${Math.round(slowestMs)} ms`);
const folder = new URL('./findings/', import.meta.url);
for (const { input, error } of findings) {
  mkdirSync(folder, { recursive: true });
  const name = `${target.name}-${createHash('sha256').update(input).digest('hex').slice(0, 8)}`;
  writeFileSync(new URL(name, folder), input);
  console.log(`\n${name}: ${JSON.stringify(input.toString('latin1')).slice(0, 400)}\n${error.slice(0, 1_500)}`);
}
process.exitCode = findings.length > 0 ? 1 : 0;
