import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { type Behaviour, parseBehaviour } from './behaviour.ts';

/** A behaviour for the next requests that fit. It adds to what the model name says and wins over it. */
export const Rule = Type.Object(
  {
    behaviour: Type.Unsafe<Behaviour>(Type.Unknown()),
    /** Only for requests with this model, key or correlation. */
    when: Type.Optional(
      Type.Partial(Type.Object({ model: Type.String(), key: Type.String(), correlation: Type.String() })),
    ),
    /** For so many requests, 1 unless said; 0 means until the rules are cleared. */
    times: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
export type Rule = Static<typeof Rule>;

/** Throws a sentence when the value is not a rule. */
export function parseRule(value: unknown): Rule {
  if (!Value.Check(Rule, value)) {
    throw new Error('A rule is {"behaviour": {...}, "when"?: {"model"?, "key"?, "correlation"?}, "times"?: number}.');
  }
  parseBehaviour(value.behaviour);
  return value;
}

type Facts = { model: string; key: string; correlation: string };

/** Rules in the order they came; the first that fits is used up first. */
export function createRules() {
  let rules: { rule: Rule; left: number }[] = [];
  const fits = ({ when = {} }: Rule, facts: Facts) =>
    (when.model ?? facts.model) === facts.model &&
    (when.key ?? facts.key) === facts.key &&
    (when.correlation ?? facts.correlation) === facts.correlation;
  return {
    add(rule: Rule): void {
      rules.push({ rule, left: rule.times || (rule.times === 0 ? Number.POSITIVE_INFINITY : 1) });
    },
    take(facts: Facts): Behaviour {
      const found = rules.find(({ rule }) => fits(rule, facts));
      if (!found) return {};
      found.left--;
      if (found.left === 0) rules = rules.filter((entry) => entry !== found);
      return found.rule.behaviour;
    },
    clear(): void {
      rules = [];
    },
  };
}
export type Rules = ReturnType<typeof createRules>;
