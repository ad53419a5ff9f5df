import { domainToASCII } from 'node:url';
import { hasControlCharacters, type Kind } from './kinds.ts';
import { parseJson } from './maps.ts';

const mostDomains = 1000;
const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Domains of mail addresses, separated by commas, as they are compared: lower case, in ASCII. */
export const domains: Kind<ReadonlySet<string>> = {
  kind: 'list',
  parse: (text) => {
    const given = text.split(/[,\n]/).map((part) => part.trim().toLowerCase());
    const value = given.filter((part) => part !== '').map((part) => ({ part, ascii: domainToASCII(part) }));
    const odd = value.find(({ ascii }) => !domain.test(ascii));
    if (odd) return { error: `must be domains such as example.com; this one is not: ${odd.part.slice(0, 40)}` };
    if (value.length > mostDomains) return { error: `must have at most ${mostDomains} domains` };
    return { value: new Set(value.map(({ ascii }) => ascii)) };
  },
};

/** Some of a few words, separated by commas. */
export function choices<const T extends string>(...words: readonly T[]): Kind<ReadonlySet<T>> {
  return {
    kind: 'list',
    choices: words,
    parse: (text) => {
      const given = text.split(',').map((part) => part.trim());
      const value = words.filter((word) => given.includes(word));
      const isKnown = given.every((part) => part === '' || words.some((word) => word === part));
      return isKnown
        ? { value: new Set(value) }
        : { error: `must be some of ${words.join(', ')}, separated by commas` };
    },
  };
}

export interface Link {
  readonly name: string;
  /** May hold {key} and {address}. */
  readonly url: string;
}

const mostLinks = 50;
const scheme = /^[a-z][a-z0-9+.-]{1,30}:\/\//i;
const scripted = /^(?:javascript|data|vbscript|file|blob):/i;

/** Empty, or an address of a chat application, in which {key} and {address} are filled in. */
export const chatLink: Kind<string> = {
  kind: 'url',
  parse: (text) =>
    text === '' || isLink(text)
      ? { value: text }
      : { error: 'must be a full address such as https://chat.example.com/?key={key}&url={address}' },
};

/** A JSON list of objects with one name each: [{"Name": "https://…{key}…"}]. */
export const chatLinks: Kind<readonly Link[]> = {
  kind: 'links',
  parse: (text) => {
    const json = parseJson(text);
    if (json === undefined) return { error: 'is not a valid JSON string' };
    if (!Array.isArray(json) || json.length > mostLinks) {
      return { error: `must be a JSON list of at most ${mostLinks} objects such as {"Name": "https://…"}` };
    }
    const value = json.flatMap((entry) => (isEntry(entry) ? Object.entries(entry) : [['', '']]));
    const odd = value.find(([name, url]) => !isName(name) || typeof url !== 'string' || !isLink(url));
    if (odd) return { error: `must give each name one full address; this one is not: ${String(odd[1]).slice(0, 60)}` };
    return { value: Object.freeze(value.map(([name, url]) => ({ name: String(name), url: String(url) }))) };
  },
};

function isEntry(entry: unknown): entry is object {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) && Object.keys(entry).length === 1;
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length >= 1 && name.length <= 60 && !hasControlCharacters(name);
}

/** Quotes are usual: many chat applications take their settings as JSON in the address. */
function isLink(text: string): boolean {
  return scheme.test(text) && !scripted.test(text) && text.length <= 2048 && !/[\s\p{Cc}<>\\^`]/u.test(text);
}
