/** The items in a random order; the source of chance is the caller's, so that a run can be repeated. */
export function shuffle<Item>(items: readonly Item[], random: () => number = Math.random): Item[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as Item, result[index] as Item];
  }
  return result;
}
