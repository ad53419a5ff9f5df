import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { readViews, type SavedView, withView } from './saved-views.ts';

/** The person's own views of the log, kept in this browser. */
export function useSavedViews() {
  const key = `log-views:${useUser()?.id ?? 0}`;
  const [views, setViews] = useState<readonly SavedView[]>(() => readViews(localStorage.getItem(key)));

  function store(next: readonly SavedView[]) {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  }

  return {
    views,
    save: (view: SavedView) => store(withView(views, view)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  };
}
