import { matchRoutes } from 'react-router-dom';
import { router } from './router.tsx';

/** Fetches the code of a page before it is visited. */
export function preloadPage(path: string): void {
  for (const { route } of matchRoutes(router.routes, path) ?? []) {
    if (typeof route.lazy === 'function') void route.lazy();
  }
}
