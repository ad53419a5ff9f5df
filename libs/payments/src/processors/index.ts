import type { Processor } from '../processor.ts';
import { epay } from './epay/index.ts';
import type { ProcessorSettings } from './settings.ts';
import { usdt } from './usdt/index.ts';

/** Each answers undefined while it is switched off, or lacks a setting or a secret. */
const makers: readonly ((settings: ProcessorSettings) => Processor | undefined)[] = [epay, usdt];

/** The processors that are set up, by name. */
export function processorsOf(settings: ProcessorSettings): ReadonlyMap<string, Processor> {
  const made = makers.map((make) => make(settings)).filter((processor) => processor !== undefined);
  return new Map(made.map((processor) => [processor.name, processor]));
}
