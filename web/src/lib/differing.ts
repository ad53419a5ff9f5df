/** The fields of `after` that differ from `before`: what nobody touched is not sent, somebody else may have changed it. */
export function differing<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => old.get(name) !== value),
  ) as Partial<Fields>;
}
