import type { Processor } from '../processor.ts';
import { airwallex } from './airwallex/index.ts';
import { cryptomus } from './cryptomus/index.ts';
import { epay } from './epay/index.ts';
import type { ProcessorSettings } from './settings.ts';
import { stripe } from './stripe/index.ts';
import { usdt } from './usdt/index.ts';

/** Each answers undefined while it lacks a setting or a secret. `isOffered`: it takes new orders. */
const makers: readonly ((settings: ProcessorSettings) => Processor | undefined)[] = [
  epay,
  usdt,
  cryptomus,
  airwallex,
  stripe,
];

/** The processors that are set up, by name. */
export function processorsOf(settings: ProcessorSettings): ReadonlyMap<string, Processor> {
  const made = makers.map((make) => make(settings)).filter((processor) => processor !== undefined);
  return new Map(made.map((processor) => [processor.name, processor]));
}
