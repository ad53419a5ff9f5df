/** A character with its marks (also those of half-width kana); letters of old Korean, several of which make one, together. */
const clusterPattern = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]{1,64}|\P{M}[\p{M}\uff9e\uff9f]{0,64}|\p{M}{1,64}/gsu;
/** What is not seen: joiners, soft hyphens, marks of direction, selectors of variants. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const mostKnown = 65_536;

const folded = new Map<string, string>();

/** Cuts a text where cuts change nothing about how it folds. */
export function clustersOf(text: string): Iterable<string> {
  return text.match(clusterPattern) ?? [];
}

/** A cluster in the one form of all its spellings: NFKC, without case and without what is not seen (as Unicode's NFKC_Casefold). */
export function foldCluster(cluster: string): string {
  const known = folded.get(cluster);
  if (known !== undefined) return known;
  const result = cluster
    .normalize('NFKC')
    .replace(ignorable, '')
    // Upper case first: ß and SS, ſ and s, ς and σ are one.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC');
  if (folded.size >= mostKnown) folded.clear();
  folded.set(cluster, result);
  return result;
}

export function fold(text: string): string {
  let result = '';
  for (const cluster of clustersOf(text)) result += foldCluster(cluster);
  return result;
}
