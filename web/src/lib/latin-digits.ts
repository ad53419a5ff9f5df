/** What was typed on any keyboard, in Latin digits with a point: full-width and Arabic-Indic ones, and their separators. */
export function latinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[。\u066b]/g, '.')
    .replaceAll('\u066c', '');
}
