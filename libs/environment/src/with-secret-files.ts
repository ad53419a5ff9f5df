import { readFileSync } from 'node:fs';

/** Settings that are a secret or hold one. */
const secretNames = ['SWITCHYARD_SECRET', 'DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'METRICS_TOKEN'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with every secret in it that was given as the path of a file (`DATABASE_URL_FILE`); white space around it
 * does not count. Throws a sentence that names variable and path, never what is in the file.
 */
export function withSecretFiles(environment: Environment): Record<string, string | undefined> {
  const whole: Record<string, string | undefined> = { ...environment };
  for (const name of secretNames) {
    const fileName = `${name}_FILE`;
    const path = environment[fileName];
    delete whole[fileName];
    if (!path) continue;
    // Which of the two is the old one nobody can tell.
    if (environment[name]) throw new Error(`Set ${name} or ${fileName}, not both.`);
    whole[name] = readSecret(fileName, path);
  }
  return whole;
}

function readSecret(fileName: string, path: string): string {
  const secret = textOf(fileName, path).trim();
  if (secret === '') throw new Error(`${fileName}: ${path} is empty. Write the setting into it.`);
  return secret;
}

function textOf(fileName: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${fileName}: ${path} cannot be read (${code}). Name a file that this process may read.`);
  }
}
