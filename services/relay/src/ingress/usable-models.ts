import type { Admitted } from './admit.ts';

/** Models with a channel and a price; the token's own list cuts them down. */
export function* usableModels({ caller, snapshot }: Admitted): Generator<string> {
  for (const model of snapshot.models(caller.group)) {
    if (caller.models && !caller.models.has(model)) continue;
    if (snapshot.prices.lookup(model)) yield model;
  }
}
