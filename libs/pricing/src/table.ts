import { shippedModels, shippedToolFees } from '@switchyard/catalog';
import type { PriceCard } from './card.ts';
import { type CompiledPrice, compileCard } from './compile.ts';
import { parseCard } from './parse-card.ts';

/** A card of an installation's own: a row of `price_cards`. */
export interface StoredCard {
  readonly model: string;
  readonly card: unknown;
}

/** The cards shipped with the project, parsed. */
export const shippedCards: ReadonlyMap<string, PriceCard> = new Map(
  [...shippedModels].map(([model, { card }]) => {
    const parsed = parseCard(model, card);
    if ('error' in parsed) throw new Error(parsed.error);
    return [model, parsed.card];
  }),
);

/** What every model costs in every group. Immutable: build a new one when an option or a stored card changes. */
export class PriceTable {
  /** Stored cards that could not be read. Their models count as unpriced: better refused than charged a wrong price. */
  readonly problems: readonly string[];
  readonly #cards: ReadonlyMap<string, PriceCard>;
  readonly #groupRatios: ReadonlyMap<string, string>;
  readonly #compiled = new Map<string, Map<string, CompiledPrice>>();

  /** A stored card replaces the shipped one of its model. Ratios are decimal texts by group. */
  constructor(stored: Iterable<StoredCard>, groupRatios: ReadonlyMap<string, string>) {
    const cards = new Map(shippedCards);
    const problems: string[] = [];
    for (const { model, card } of stored) {
      const parsed = parseCard(model, card);
      if ('card' in parsed) {
        cards.set(model, parsed.card);
      } else {
        cards.delete(model);
        problems.push(parsed.error);
      }
    }
    this.#cards = cards;
    this.#groupRatios = groupRatios;
    this.problems = problems;
  }

  get cards(): ReadonlyMap<string, PriceCard> {
    return this.#cards;
  }

  /** By exact name; undefined when the model is unpriced. */
  lookup(model: string): PriceCard | undefined {
    return this.#cards.get(model);
  }

  /** Ready to multiply; undefined when the model is unpriced or the group has no ratio. */
  price(model: string, group: string): CompiledPrice | undefined {
    return this.#compiled.get(group)?.get(model) ?? this.#compile(model, group);
  }

  #compile(model: string, group: string): CompiledPrice | undefined {
    const card = this.#cards.get(model);
    const ratio = this.#groupRatios.get(group);
    if (card === undefined || ratio === undefined) return undefined;
    const compiled = compileCard(card, ratio, shippedToolFees);
    const ofGroup = this.#compiled.get(group) ?? new Map<string, CompiledPrice>();
    this.#compiled.set(group, ofGroup.set(model, compiled));
    return compiled;
  }
}
