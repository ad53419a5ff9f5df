import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GATEWAY_CORE, launch, leaveGatewayCore, spawnOn } from '../bench/cores.ts';
import { startRelay } from '../bench/gateways/relay.ts';
import { residentBytes } from '../bench/proc.ts';
import { offer, type Phase } from './offer.ts';

/** 40 events in a second, after 20 ms. */
const model = 'm-20-256-40-25';
const stepSeconds = 6;
/** Rates go up by this until more is offered than answered, twice: once may be the machine's fault. */
const growth = 1.25;
const saturated = 0.9;
const saturatedSteps = 2;
const times = 3;
/** So many others want the relay's core: one process has to offer, and another to answer, three times what the relay serves. */
const rivals = 3;
const leastShare = 0.9;
const megabyte = 2 ** 20;
const results = fileURLToPath(new URL('../results/', import.meta.url));

/**
 * What a relay does when too much is asked of it. It has a quarter of a core. Looks for the most that it answers in time, offers three
 * times that, then half: nine tenths of the most must still be answered, all else must be turned away in words that a client
 * understands, and half must be served whole again. Answers whether that is so. `rate`: streams a second to begin with.
 */
export async function overload(rate: number, seconds: number): Promise<boolean> {
  leaveGatewayCore();
  const program = fileURLToPath(import.meta.resolve('@switchyard/testing/upstream')).replace('index.ts', 'main.ts');
  const upstream = await launch({ path: process.execPath, args: [program, '--port', '0'] });
  const relay = await startRelay({ url: String(upstream.ready.url), port: Number(upstream.ready.port) }, [model]);
  const target = { port: relay.port, key: relay.key, model };
  for (let rival = 0; rival < rivals; rival++) {
    spawnOn(GATEWAY_CORE, process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
  }
  const phases: (Phase & { name: string; residentMb: number })[] = [];
  const play = async (name: string, offered: number, forSeconds: number) => {
    const phase = await offer(target, offered, forSeconds);
    relay.delivered += phase.whole;
    phases.push({ name, ...phase, residentMb: Math.round(residentBytes(relay.pid) / megabyte) });
    console.log(say(name, phase));
    return phase;
  };
  try {
    await play('warm-up', rate, stepSeconds);
    let peak = 0;
    for (let step = rate, over = 0; over < saturatedSteps; step *= growth) {
      const { goodput, offered } = await play('search', step, stepSeconds);
      peak = Math.max(peak, goodput);
      over = goodput < offered * saturated ? over + 1 : 0;
    }
    await sleep(2_000);
    const over = await play(`${times} × the most`, peak * times, seconds);
    const after = await play('half of it', peak / 2, stepSeconds);
    await relay.verify?.();
    const share = over.goodput / peak;
    const verdicts: [string, boolean][] = [
      [
        `${(share * 100).toFixed(0)} % of the most (${peak.toFixed(0)}/s) are answered, at least ${leastShare * 100}`,
        share >= leastShare,
      ],
      [`all others are turned away properly; ${over.failed} were not ${over.failure ?? ''}`, over.failed === 0],
      [
        `half of the most is served whole right afterwards: ${after.whole} of ${after.begun}`,
        after.whole === after.begun,
      ],
    ];
    console.log('');
    for (const [text, holds] of verdicts) console.log(`${holds ? 'holds ' : 'FAILS '} ${text}`);
    mkdirSync(results, { recursive: true });
    writeFileSync(
      `${results}overload.json`,
      JSON.stringify({ at: new Date().toISOString(), peak, share, phases }, null, 2),
    );
    return verdicts.every(([, holds]) => holds);
  } catch (error) {
    console.log(relay.complaints?.());
    throw error;
  } finally {
    await relay.stop();
    await upstream.stop();
  }
}

function say(name: string, phase: Phase): string {
  const { offered, goodput, refused, failed, failure, firstByteMs, refusedMs, generatorBusy } = phase;
  return [
    name.padEnd(14),
    `${offered.toFixed(0)}/s offered, ${goodput.toFixed(0)}/s answered`,
    `${refused} turned away (p95 ${refusedMs.toFixed(0)} ms), ${failed} failed`,
    `first byte p95 ${firstByteMs.toFixed(0)} ms`,
    `generator ${(generatorBusy * 100).toFixed(0)} % busy`,
    ...(failure === undefined ? [] : [`failed first: ${failure}`]),
  ].join('; ');
}
