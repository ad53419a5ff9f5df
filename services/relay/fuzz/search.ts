import { Coverage } from './coverage.ts';
import { Mutator } from './mutate.ts';
import type { Target } from './target.ts';

export interface Finding {
  readonly input: Buffer;
  readonly error: string;
}

export interface Search {
  readonly executions: number;
  /** Inputs that ran something new. */
  readonly corpus: readonly Buffer[];
  readonly blocks: number;
  /** One for each kind of error. */
  readonly findings: readonly Finding[];
  /** Longest time of one input that was as long when it ran again. */
  readonly slowestMs: number;
}

/** Inputs between two looks at the coverage: a look costs as much as many short inputs. */
const batchSize = 32;
/** More than any input of the allowed length takes, on any machine. */
const tooLongMs = 200;
const mostFindings = 10;

/** Tries inputs on a target for so long, and keeps those that run something new. The same seed tries the same. */
export async function search(target: Target, durationMs: number, seed: number): Promise<Search> {
  const mutator = new Mutator(seed, target.words);
  const coverage = new Coverage(target.modules);
  const corpus: Buffer[] = [];
  const findings = new Map<string, Finding>();
  let executions = 0;
  let slowestMs = 0;

  const run = async (input: Buffer) => {
    executions++;
    const began = performance.now();
    const error = await failure(target, input, mutator);
    const tookMs = performance.now() - began;
    if (error !== undefined) note(error, input);
    if (tookMs > tooLongMs) {
      const againMs = await timed(() => failure(target, input, mutator));
      slowestMs = Math.max(slowestMs, Math.min(tookMs, againMs));
      if (againMs > tooLongMs) note(`${Math.round(againMs)} ms for ${input.length} bytes`, input);
    }
  };
  const note = (error: string, input: Buffer) => {
    const kind = error.split('\n', 1)[0]?.replaceAll(/\d+/g, '0').slice(0, 60) ?? '';
    const known = findings.get(kind);
    if (!known || known.input.length > input.length) findings.set(kind, { input, error });
  };

  for (const seedInput of target.seeds) {
    const input = Buffer.from(seedInput);
    await run(input);
    coverage.news();
    corpus.push(input);
  }
  for (const end = Date.now() + durationMs; Date.now() < end && findings.size < mostFindings; ) {
    const batch = Array.from({ length: batchSize }, () => mutator.mutate(mutator.pick(corpus), corpus, target.longest));
    for (const input of batch) await run(input);
    if (coverage.news() === 0) continue;
    // Which of them it was: those that still run something that the corpus does not.
    for (const input of batch) {
      await run(input);
      if (coverage.news() > 0) corpus.push(input);
    }
    corpus.push(mutator.pick(batch));
  }
  const { blocks } = coverage;
  coverage.close();
  return { executions, corpus, blocks, findings: [...findings.values()], slowestMs };
}

async function failure({ check }: Target, input: Buffer, mutator: Mutator): Promise<string | undefined> {
  try {
    await check(input, (limit) => mutator.below(limit));
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** What this thread computed meanwhile: a busy machine takes none of it. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}
