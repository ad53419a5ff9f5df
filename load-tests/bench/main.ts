import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CASES, type Case } from './cases.ts';
import { chargesCase } from './charges.ts';
import type { Gateway, StartGateway } from './gateways/gateway.ts';
import { startNginx } from './gateways/nginx.ts';
import { startNodeProxy } from './gateways/node-proxy.ts';
import { WrongAnswer } from './gateways/peer.ts';
import { PEERS } from './gateways/peers.ts';
import { startLimitedRelay, startRelay } from './gateways/relay.ts';
import { halfLoadCase } from './half-load.ts';
import { memoryCase } from './memory.ts';
import { rowsOf, table } from './report.ts';
import { type Pace, type Result, runCase } from './rounds.ts';
import { openStage } from './stage.ts';
import { writeTable } from './write-table.ts';

const STARTERS: Record<string, StartGateway> = {
  nginx: startNginx,
  node: startNodeProxy,
  relay: startRelay,
  limited: startLimitedRelay,
};
const USUAL = 'nginx,node,relay';
const FULL: Pace = { rounds: 5, warmUpSeconds: 5, seconds: 10 };
const QUICK: Pace = { rounds: 2, warmUpSeconds: 2, seconds: 3 };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    peers: { type: 'string' },
    case: { type: 'string' },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (values.write && (values.quick || values.only)) {
  throw new Error('Only whole rounds with every gateway may write the table: leave out --quick and --only.');
}
const chosen = (values.only ?? USUAL).split(',');
const isChosen = ([name]: [string, StartGateway]) => name === 'nginx' || chosen.includes(name);
const peers = new Set(values.peers?.split(',') ?? []);
for (const name of peers) {
  if (!PEERS[name]) throw new Error(`There is no peer ${name}, only ${Object.keys(PEERS).join(', ')}.`);
}
const notes = new Set<string>();
const cases = [...CASES, halfLoadCase, memoryCase, chargesCase].filter(
  (one) => !values.case || values.case.split(',').includes(one.name),
);
const pace = values.quick ? QUICK : FULL;

const stage = await openStage();
const { folder, upstream } = stage;
const models = [...new Set(cases.flatMap((one) => [...one.models(pace.seconds), ...one.models(pace.warmUpSeconds)]))];

async function withGateways<T>(one: Case, work: (gateways: Gateway[]) => Promise<T>): Promise<T> {
  const gateways: Gateway[] = [];
  try {
    for (const [, start] of Object.entries(one.gateways ?? STARTERS).filter(isChosen)) {
      gateways.push(await start(upstream, models, values.profile ? folder : undefined));
    }
    if (!one.withoutPeers) for (const name of peers) gateways.push(...(await startedPeer(name)));
    return await work(gateways);
  } catch (error) {
    for (const { name, complaints } of gateways) if (complaints) console.error(`Log of ${name}:\n${complaints()}`);
    throw error;
  } finally {
    for (const gateway of gateways) await gateway.stop();
  }
}

/** A peer that cannot be had or does not start is left out, and says why; one that answers wrongly ends the run. */
async function startedPeer(name: string): Promise<Gateway[]> {
  try {
    const gateway = await PEERS[name]?.(upstream, models);
    if (gateway?.note) notes.add(gateway.note);
    return gateway ? [gateway] : [];
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    console.log(`${name} is left out: ${String((error as Error).message).split('\n')[0]}`);
    peers.delete(name);
    return [];
  }
}

const results: Result[] = [];
try {
  // Each case on processes of its own: what one leaves behind, in stores and in heaps, would weigh on the next.
  for (const one of cases) {
    console.log(one.title);
    const rounds = one === memoryCase ? 1 : pace.rounds;
    results.push(await withGateways(one, (gateways) => runCase(one, gateways, upstream, { ...pace, rounds })));
  }
} finally {
  await stage.stop();
}

const { startedAt, machine, loadBefore } = stage;
const file = `${folder}${startedAt.replaceAll(':', '-')}.json`;
writeFileSync(
  file,
  `${JSON.stringify({ startedAt, pace, machine, loadBefore, results, notes: [...notes] }, null, 1)}\n`,
);

const text = table(rowsOf(results), [...notes]);
console.log(`\n${text}\n\nRaw figures: ${file}`);
if (values.write) writeTable(text, { startedAt, pace, machine });
