/** A named filter of the log: the query part of its address. */
export interface SavedView {
  readonly name: string;
  readonly search: string;
}

export const MOST_VIEWS = 12;
export const LONGEST_NAME = 40;

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<SavedView>;
  return typeof name === 'string' && name.trim() !== '' && typeof search === 'string';
}

/** Reads what was stored; what is no view is left out. */
export function readViews(text: string | null): SavedView[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

/** A view of the same name is replaced where it stands; when there are too many the oldest goes. */
export function withView(views: readonly SavedView[], added: SavedView): SavedView[] {
  const at = views.findIndex(({ name }) => name === added.name);
  return at >= 0 ? views.with(at, added) : [...views, added].slice(-MOST_VIEWS);
}
