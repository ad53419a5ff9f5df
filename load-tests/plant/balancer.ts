import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort } from '@switchyard/testing';
import { answering } from './answering.ts';
import type { Service } from './service.ts';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * nginx in front of relays, as an operator without readiness checks would have it: a relay that refuses a connection is left
 * out for a second. It closes idle connections before a relay that leaves does.
 */
export async function startBalancer(relays: readonly Service[]): Promise<Balancer> {
  const program = await findProgram('nginx', 'nginx');
  if (!program) throw new Error('The balancer is nginx: install the package nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-balancer-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, relays));
  const child = spawn(program.path, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...program.env },
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/livez`, 200);
  return {
    url,
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const configuration = (folder: string, port: number, relays: readonly Service[]) => `
${process.getuid?.() === 0 ? 'user root root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream relays {
    ${relays.map(({ url }) => `server ${new URL(url).host} fail_timeout=1s;`).join('\n    ')}
    keepalive 64;
    keepalive_timeout 2s;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://relays;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 10m;
    }
  }
}
`;
