import { bareApp } from './bare-app.ts';
import { type Call, gatherCalls } from './call-table.ts';
import { callsPage } from './calls-page.ts';

/** What is written from the routes: the text of each file by its name in the package's folder. */
export async function make(): Promise<{ calls: readonly Call[]; files: Readonly<Record<string, string>> }> {
  const { app } = await bareApp();
  const calls = gatherCalls(app);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return {
    calls,
    files: { 'openapi.json': `${JSON.stringify(document, null, 2)}\n`, 'CALLS.md': callsPage(calls) },
  };
}
