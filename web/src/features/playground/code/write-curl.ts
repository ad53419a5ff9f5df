import { json, shellWord } from '../../../lib/code-quoting.ts';
import type { Program } from './program.ts';

export function writeCurl({ dialect, request, address, key }: Program): string {
  const headers = { ...dialect.headers(key), 'content-type': 'application/json' };
  return [
    `curl -N ${shellWord(address + dialect.path(request.model))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `-d ${shellWord(json(dialect.body(request)))}`,
  ].join(' \\\n  ');
}
