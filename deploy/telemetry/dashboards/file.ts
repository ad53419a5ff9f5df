import { fileURLToPath } from 'node:url';
import { type Dashboard, toGrafana } from './dashboard.ts';

/** Where Grafana finds a dashboard, and what it finds there. */
export function fileOf(dashboard: Dashboard): { readonly path: string; readonly content: string } {
  const path = fileURLToPath(new URL(`../grafana/${dashboard.name}.json`, import.meta.url));
  return { path, content: `${JSON.stringify(toGrafana(dashboard), null, 2)}\n` };
}
