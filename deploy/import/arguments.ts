import { parseArgs } from 'node:util';
import type { Gateway } from './gateways/gateway.ts';
import { newApi } from './gateways/new-api.ts';
import { oneApi } from './gateways/one-api.ts';

export interface Arguments {
  /** Absent: a configuration of LiteLLM. */
  readonly gateway: Gateway | undefined;
  /** Address of the database, or path of the file. */
  readonly source: string;
  readonly isDry: boolean;
}

const gateways = [oneApi, newApi];
const usage = `npm run import -- --from <${[...gateways.map(({ name }) => name), 'litellm'].join(' | ')}> [--dry-run] <source>
The source is mysql://..., postgres://..., the path of an SQLite file or, of LiteLLM, of its config.yaml. An address with a
password is better given as IMPORT_SOURCE in the environment: arguments are seen by everybody on the machine.`;

/** Throws how the command is called when it is called otherwise. */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parse(args);
  const gateway = gateways.find(({ name }) => name === values.from);
  const source = positionals[0] ?? environment.IMPORT_SOURCE ?? '';
  if ((!gateway && values.from !== 'litellm') || source === '' || positionals.length > 1) throw new Error(usage);
  return { gateway, source, isDry: values['dry-run'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { from: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
  } catch {
    throw new Error(usage);
  }
}
