import { isolate } from './isolate.ts';

/** Sentences of the server and what they are in a language. `{{name}}` stands in both for what differs. */
export type ServerTexts = Readonly<Record<string, string>>;

interface Pattern {
  readonly fits: RegExp;
  readonly text: string;
}

const part = /{{(\w+)}}/;
const known = new WeakMap<ServerTexts, readonly Pattern[]>();

/** A sentence of the server, told by `texts`; as it came when they do not have it. */
export function tellServerText(sentence: string, texts: ServerTexts): string {
  return find(sentence, texts) ?? sentence;
}

function find(sentence: string, texts: ServerTexts): string | undefined {
  if (Object.hasOwn(texts, sentence)) return texts[sentence];
  for (const { fits, text } of patternsOf(texts)) {
    const parts = fits.exec(sentence)?.groups;
    if (parts !== undefined) return fill(text, parts, texts);
  }
  return undefined;
}

/** A part may be a sentence too: a reason. Anything else keeps its own direction. */
function fill(text: string, parts: Readonly<Record<string, string>>, texts: ServerTexts): string {
  return text
    .split(part)
    .map((piece, at) => (at % 2 === 0 ? piece : (find(parts[piece] ?? '', texts) ?? isolate(parts[piece] ?? ''))))
    .join('');
}

/** What says the most comes first: it is the closest. */
function patternsOf(texts: ServerTexts): readonly Pattern[] {
  const before = known.get(texts);
  if (before !== undefined) return before;
  const patterns = Object.entries(texts)
    .filter(([sentence]) => part.test(sentence))
    .sort(([one], [other]) => wordsOf(other) - wordsOf(one))
    .map(([sentence, text]) => ({ fits: patternOf(sentence), text }));
  known.set(texts, patterns);
  return patterns;
}

function wordsOf(sentence: string): number {
  return sentence
    .split(part)
    .filter((_, at) => at % 2 === 0)
    .join('').length;
}

function patternOf(sentence: string): RegExp {
  const pieces = sentence
    .split(part)
    .map((piece, at) => (at % 2 === 0 ? piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&') : `(?<${piece}>.*?)`));
  return new RegExp(`^${pieces.join('')}$`, 's');
}
