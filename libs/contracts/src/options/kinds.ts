/** A typed value, or a sentence that says what to write instead (without the option's name). */
export type Parsed<T> = { readonly value: T } | { readonly error: string };

/** How an option is written on the wire, where every value is text. */
export interface Kind<T> {
  readonly kind:
    | 'boolean'
    | 'integer'
    | 'number'
    | 'choice'
    | 'text'
    | 'html'
    | 'url'
    | 'lines'
    | 'list'
    | 'ratios'
    | 'texts'
    | 'links';
  parse(text: string): Parsed<T>;
  /** What a `choice` allows. */
  readonly choices?: readonly string[];
  /** Least and greatest value of a number. */
  readonly range?: readonly [minimum: number, maximum: number];
}

export const flag: Kind<boolean> = {
  kind: 'boolean',
  parse: (text) =>
    text === 'true' || text === 'false' ? { value: text === 'true' } : { error: 'must be true or false' },
};

export function integer(minimum: number, maximum: number): Kind<number> {
  return {
    kind: 'integer',
    range: [minimum, maximum],
    parse: (text) => {
      const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum
        ? { value }
        : { error: `must be a whole number from ${minimum} to ${maximum}` };
    },
  };
}

export function decimal(minimum: number, maximum: number): Kind<number> {
  return {
    kind: 'number',
    range: [minimum, maximum],
    parse: (text) => {
      const value = /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum
        ? { value }
        : { error: `must be a number from ${minimum} to ${maximum}` };
    },
  };
}

/** One of a few words. */
export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  return {
    kind: 'choice',
    choices,
    parse: (text) => {
      const value = choices.find((one) => one === text);
      return value === undefined ? { error: `must be one of ${choices.join(', ')}` } : { value };
    },
  };
}

/** One line. */
export function line(minLength: number, maxLength: number): Kind<string> {
  return {
    kind: 'text',
    parse: (text) => {
      const value = text.trim();
      if (hasControlCharacters(value)) return { error: 'must be one line without control characters' };
      return value.length >= minLength && value.length <= maxLength
        ? { value }
        : { error: `must have ${minLength} to ${maxLength} characters` };
    },
  };
}

/** Markup for people's eyes: whoever shows it sanitises it. */
export function html(maxLength: number): Kind<string> {
  return {
    kind: 'html',
    parse: (text) => {
      if (hasControlCharacters(text.replace(/[\t\r\n]/g, ''))) return { error: 'must not contain control characters' };
      return text.length <= maxLength ? { value: text } : { error: `must have at most ${maxLength} characters` };
    },
  };
}

/** Empty, or an absolute http(s) address without credentials, query and fragment; read without the slash at its end. */
export const serverAddress: Kind<string> = {
  kind: 'url',
  parse: (text) => {
    if (text === '') return { value: '' };
    const url = /^https?:\/\/[^?#\\]+$/i.test(text) ? readUrl(text) : undefined;
    return url === undefined
      ? { error: 'must be a full address such as https://gateway.example.com' }
      : { value: url.href.replace(/\/+$/, '') };
  },
};

/** Empty, or an https address of ours at which others call us: it ends with the path that listens. */
export function callbackAddress(path: string): Kind<string> {
  return {
    kind: 'url',
    parse: (text) => {
      const parsed = serverAddress.parse(text);
      const isOurs = 'value' in parsed && parsed.value.startsWith('https://') && parsed.value.endsWith(path);
      return text === '' || isOurs ? parsed : { error: `must be an https address that ends with ${path}` };
    },
  };
}

/** As `serverAddress`, but read as written: an issuer is compared letter by letter, slash and all (OpenID Connect Core, 3.1.3.7). */
export const issuer: Kind<string> = {
  kind: 'url',
  parse: (text) => {
    const parsed = serverAddress.parse(text);
    return 'error' in parsed ? parsed : { value: text };
  },
};

/** Empty, an https address, or a path on this site. Never `data:`: an SVG can carry script. */
export const imageUrl: Kind<string> = {
  kind: 'url',
  parse: (text) => {
    if (text === '' || (/^\/(?![/\\])[^\s\\]*$/.test(text) && text.length <= MAX_URL_LENGTH)) return { value: text };
    const url = /^https:\/\/[^\\]+$/i.test(text) ? readUrl(text) : undefined;
    return url !== undefined
      ? { value: url.href }
      : { error: 'must be an https address or a path on this site such as /logo.png' };
  },
};

/** Phrases, one per line, in lower case; empty lines and repetitions are dropped. */
export function lines(minLength: number, maxLength: number, maxLines: number): Kind<readonly string[]> {
  return {
    kind: 'lines',
    parse: (text) => {
      if (text.length > maxLines * (maxLength + 2)) return { error: `must have at most ${maxLines} lines` };
      const phrases = text.split(/\r?\n/).map((line) => line.trim().toLowerCase());
      const value = [...new Set(phrases.filter((line) => line !== ''))];
      if (value.length > maxLines) return { error: `must have at most ${maxLines} lines` };
      const odd = value.find(
        (line) => line.length < minLength || line.length > maxLength || hasControlCharacters(line),
      );
      return odd === undefined
        ? { value: Object.freeze(value) }
        : {
            error: `must have lines of ${minLength} to ${maxLength} characters; this one has not: ${odd.slice(0, 40)}`,
          };
    },
  };
}

export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

const MAX_URL_LENGTH = 2048;

function readUrl(text: string): URL | undefined {
  const url = text.length <= MAX_URL_LENGTH && !/\s/.test(text) ? (URL.parse(text) ?? undefined) : undefined;
  return url?.username === '' && url.password === '' ? url : undefined;
}
