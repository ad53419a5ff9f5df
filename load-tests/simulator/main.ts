import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

/*
 * npm run simulate -- --seeds 100000 [--from 1]: plays so many seeds and stops at the first that fails.
 * npm run simulate -- --seed 17: plays one again and prints all that happens in it.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});

if (values.seed !== undefined) {
  const { failures, events, requests } = await simulate(Number(values.seed), {}, (line) => console.log(line));
  console.log(`seed ${values.seed}: ${requests} requests, ${events} events, ${failures.length} failures`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else {
  const from = Number(values.from);
  const count = Number(values.seeds);
  const began = performance.now();
  let [events, requests, failed] = [0, 0, 0];
  for (let seed = from; seed < from + count; seed++) {
    const result = await simulate(seed);
    if ((seed - from + 1) % 10_000 === 0) console.log(`${seed - from + 1} seeds`);
    events += result.events;
    requests += result.requests;
    if (result.failures.length === 0) continue;
    failed++;
    console.log(`seed ${seed} fails:\n  ${result.failures.slice(0, 5).join('\n  ')}`);
    if (!values.all) break;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${count} seeds, ${requests} requests, ${events} events in ${seconds} s: ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
