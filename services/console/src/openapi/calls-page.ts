import type { Call } from './call-table.ts';
import { productCalls } from './product-calls.ts';

/** CALLS.md: every call, who may make it, where it is made and where it is tested. */
export function callsPage(calls: readonly Call[]): string {
  const rows = [...calls].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(rowOf);
  return [
    '# Calls of the console',
    '',
    'Made by `npm run openapi` from the routes and the tests; a test fails when it is out of date. Calls in bold are those',
    "that the product's specification names. What they take and answer: `openapi.json`, `/api/docs` of a running console.",
    '',
    '| call | for | made in | tested in |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Calls of the specification that the routes do not have. */
export function missingCalls(calls: readonly Call[]): string[] {
  const known = new Set(calls.map(asSpecified));
  return productCalls.filter((call) => !known.has(call));
}

function rowOf(call: Call): string {
  const name = `\`${call.method} ${call.path}\``;
  const shown = productCalls.includes(asSpecified(call)) ? `**${name}**` : name;
  return `| ${shown} | ${call.access} | ${linkTo(call.file)} | ${call.tests.map(linkTo).join(', ')} |`;
}

function linkTo(file: string): string {
  return `[${file.replace(/^src\/(resources\/)?/, '')}](${file})`;
}

function asSpecified({ method, path }: Call): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}

function keyOf({ method, path }: Call): string {
  return `${path} ${method}`;
}
