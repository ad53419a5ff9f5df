/** Text in at least three pieces, where it has so many characters, as streams send it; no character is cut. */
export function piecesOf(text: string): string[] {
  const characters = [...text];
  const size = Math.max(1, Math.min(12, Math.floor(characters.length / 3)));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  );
}
