import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { callPaths } from './describe-calls.ts';

/** One call of the console, and where it is made and tested. */
export interface Call {
  readonly method: string;
  /** With `:name` for what varies, without a slash at the end. */
  readonly path: string;
  readonly access: string;
  /** From the package's folder. */
  readonly file: string;
  readonly tests: readonly string[];
}

const source = fileURLToPath(new URL('..', import.meta.url));

/** Has the app note its routes; call it before the app is ready. */
export function gatherCalls(app: FastifyInstance): Call[] {
  const calls: Call[] = [];
  const tests = readTests();
  app.addHook('onRoute', ({ method, url, config }) => {
    // Routes of the handbook are no calls.
    if (!callPaths.test(url) || !config?.access) return;
    const path = url.replace(/\/$/, '');
    const file = registeringFile();
    for (const verb of [method].flat()) {
      if (verb === 'HEAD') continue;
      const call = { method: verb, path, access: config.access, file };
      calls.push({ ...call, tests: testsOf(call, tests) });
    }
  });
  return calls;
}

type Tests = ReadonlyMap<string, string>;

function readTests(): Tests {
  const files = globSync('**/*.test.ts', { cwd: source, exclude: ['openapi/**', 'access.test.ts'] }).sort();
  return new Map(files.map((file) => [`src/${file}`, readFileSync(source + file, 'utf8')]));
}

/**
 * The tests that make the call: those beside the routes if there are any, else others; by the path itself or one that
 * is filled in.
 */
export function testsOf({ method, path, file }: Pick<Call, 'method' | 'path' | 'file'>, tests: Tests): string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  for (const pattern of patternsOf(method, path)) {
    const naming = [...tests].filter(([, text]) => pattern.test(text)).map(([name]) => name);
    const near = naming.filter((name) => name.startsWith(folder));
    if (naming.length > 0) return near.length > 0 ? near : naming;
  }
  return [];
}

/** What a test writes to make the call, the surest first. */
function patternsOf(method: string, path: string): RegExp[] {
  // Processors' own calls are all posted, by `vendors.call`.
  const name = method === 'POST' ? '(?:post|call)' : method.toLowerCase();
  const verb = `(?:\\.${name}\\(|['"]${method}['"],)\\s*(?:url: )?`;
  // A test's own helper that only reads takes the path alone.
  const helper =
    method === 'GET' ? [`(?<!\\.(?:post|put|delete|call)\\(\\s*|['"](?:POST|PUT|DELETE)['"],\\s*(?:url: )?)`] : [];
  return [false, true].flatMap((isLoose) => [verb, ...helper].map((before) => patternOf(before, path, isLoose)));
}

/** `isLoose`: parts of the path behind the second may be filled in. */
function patternOf(before: string, path: string, isLoose: boolean): RegExp {
  const parts = path.split('/').map((part, at) => {
    if (part.startsWith(':')) return '[^/\\s\'"`?]+';
    const literal = part.replace(/[^\w-]/g, '\\$&');
    return isLoose && at > 2 ? `(?:${literal}|\\$\\{[^}]+\\})` : literal;
  });
  return new RegExp(`${before}['"\`]${parts.join('/')}/?(?:[?'"\`]|\\$\\{)`);
}

/** The routes file whose code is registering: the nearest of ours on the stack that is not this folder. */
function registeringFile(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  const frames = [...stack.matchAll(/file:\/\/(\/[^:)]+\.ts)/g)].map(([, file = '']) => relative(source, file));
  const file = frames.find((name) => !/^(\.\.|openapi\/)/.test(name) && !/guard\.ts$/.test(name));
  return file ? `src/${file}` : '';
}
