import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Ports, portVariables, type Settings } from './settings.ts';

/** Throws one sentence per port that is taken, with the setting that changes it. */
export async function requireFreePorts({ host, ports, databaseUrl }: Settings): Promise<void> {
  const needed = (Object.keys(ports) as (keyof Ports)[]).filter((name) => name !== 'postgres' || !databaseUrl);
  const problems = await Promise.all(
    needed.map(async (name) => {
      const code = await bindError(name === 'console' ? host : '127.0.0.1', ports[name]);
      return code && explain(name, ports[name], code);
    }),
  );
  const message = problems.filter(Boolean).join('\n');
  if (message) throw new Error(message);
}

function explain(name: keyof Ports, port: number, code: string): string {
  const who = name === 'postgres' ? 'the database' : `the ${name}`;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, and ${who} needs it. Choose another: ${portVariables[name]}=${port + 10} npm start`;
  }
  if (code === 'EACCES')
    return `Port ${port} for ${who} needs more rights. Set ${portVariables[name]} to one above 1023.`;
  return `Port ${port} for ${who} cannot be opened (${code}). See HOST and ${portVariables[name]}.`;
}

async function bindError(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
