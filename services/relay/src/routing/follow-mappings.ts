const none: ReadonlyMap<string, string> = new Map();

/** Requested model → the model that its chain of mappings ends at; a circle, which the console refuses, ends anywhere. */
export function followMappings(mapping: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const steps = new Map(Object.entries(mapping));
  // Most channels have none, and share it.
  if (steps.size === 0) return none;
  const ends = new Map<string, string>();
  for (const [model, first] of steps) {
    let end = first;
    for (let next = steps.get(end), left = steps.size; next !== undefined && left > 0; next = steps.get(end), left--) {
      end = next;
    }
    ends.set(model, end);
  }
  return ends;
}
