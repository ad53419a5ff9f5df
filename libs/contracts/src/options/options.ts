import { accountOptions, accountSecrets } from './accounts.ts';
import type { OptionDefinition } from './definition.ts';
import type { Parsed } from './kinds.ts';
import { mailOptions, mailSecrets } from './mail.ts';
import { paymentOptions, paymentSecrets } from './payments.ts';
import { priceMapCatalogue, relayOptions, relaySecrets } from './relay.ts';
import { siteOptions } from './site.ts';

export { priceMapCatalogue };

/** The settings kept in the table `options`. */
export const optionCatalogue = {
  ...siteOptions,
  ...accountOptions,
  ...mailOptions,
  ...paymentOptions,
  ...relayOptions,
};

/** Settings kept there sealed. */
export const secretCatalogue = { ...accountSecrets, ...mailSecrets, ...paymentSecrets, ...relaySecrets };

type ValueOf<D> = D extends OptionDefinition<infer T> ? T : never;
type Catalogue = typeof optionCatalogue & typeof secretCatalogue & typeof priceMapCatalogue;
export type OptionKey = keyof Catalogue;
export type SecretKey = keyof typeof secretCatalogue;
export type OptionValue<K extends OptionKey> = ValueOf<Catalogue[K]>;
/** All settings but secrets and price maps, typed. */
export type Options = { readonly [K in keyof typeof optionCatalogue]: OptionValue<K> };
/** Empty where a secret is not set. */
export type Secrets = { readonly [K in SecretKey]: string };

const catalogue: Readonly<Catalogue> = { ...optionCatalogue, ...secretCatalogue, ...priceMapCatalogue };

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(catalogue, key);
}

export function isSecretKey(key: string): key is SecretKey {
  return Object.hasOwn(secretCatalogue, key);
}

export function optionDefinition(key: OptionKey): OptionDefinition<unknown> {
  return catalogue[key];
}

/** Reads a value as written by a person; the error is a sentence for that person. */
export function parseOption<K extends OptionKey>(key: K, text: string): Parsed<OptionValue<K>>;
export function parseOption(key: OptionKey, text: string): Parsed<unknown> {
  const parsed = catalogue[key].parse(text);
  return 'error' in parsed ? { error: `${key} ${parsed.error}` } : parsed;
}

interface Row {
  readonly key: string;
  readonly value: string;
}

/**
 * The settings in force. A stored value that cannot be read is reported, and what was `known` before stays, or else the default; rows
 * of other keys are left to the release that knows them.
 */
export function readOptions(rows: Iterable<Row>, known?: Options): { options: Options; problems: string[] } {
  const problems: string[] = [];
  const options: Partial<Record<OptionKey, unknown>> = { ...defaults };
  for (const { key: name, value } of rows) {
    if (!Object.hasOwn(optionCatalogue, name)) continue;
    const key = name as keyof typeof optionCatalogue;
    const parsed = parseOption(key, value);
    if ('error' in parsed) problems.push(parsed.error);
    if ('value' in parsed) options[key] = parsed.value;
    else if (known) options[key] = known[key];
  }
  return { options: Object.freeze(options) as Options, problems };
}

/**
 * The secrets in force. `unseal` opens a stored value, or throws a sentence without it: that secret counts as not set and
 * the sentence is reported.
 */
export function readSecrets(
  rows: Iterable<Row>,
  unseal: (key: SecretKey, sealed: string) => string,
): { secrets: Secrets; problems: string[] } {
  const problems: string[] = [];
  const secrets: Partial<Record<SecretKey, string>> = Object.fromEntries(
    Object.keys(secretCatalogue).map((key) => [key, '']),
  );
  for (const { key, value } of rows) {
    if (!isSecretKey(key) || value === '') continue;
    try {
      secrets[key] = unseal(key, value);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { secrets: Object.freeze(secrets) as Secrets, problems };
}

const defaults = Object.fromEntries(
  Object.entries(optionCatalogue).map(([key, definition]) => {
    const parsed = definition.parse(definition.default);
    if ('error' in parsed) throw new Error(`Default of ${key} ${parsed.error}`);
    return [key, parsed.value];
  }),
);
