/** A stretch of code that is drawn in one colour. */
export interface CodeToken {
  readonly kind: 'plain' | 'comment' | 'string' | 'number';
  readonly text: string;
}

/**
 * Comments, strings and numbers: what all languages of our samples write alike. A string ends on its line, except in
 * backticks; a comment begins its line or follows a blank.
 */
const pattern =
  /(?<comment>(?<=^|\s)(?:#|\/\/).*$)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>(?<![\w.-])\d+(?:\.\d+)?(?![\w.-]))/gm;

export function codeTokens(code: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const { comment, string } = match.groups ?? {};
    const kind = comment !== undefined ? 'comment' : string !== undefined ? 'string' : 'number';
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}
