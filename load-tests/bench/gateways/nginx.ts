import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort } from '@switchyard/testing';
import { answering } from '../../plant/answering.ts';
import { GATEWAY_CORE, spawnOn, stop } from '../cores.ts';
import type { StartGateway, Upstream } from './gateway.ts';

/** nginx as a plain reverse proxy, set up as fast as it goes: no log, no temporary files, connections kept. */
export const startNginx: StartGateway = async (upstream) => {
  const program = await findProgram('nginx', 'nginx');
  if (!program) throw new Error('The benchmark compares with nginx: install the package nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, upstream));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const child = spawnOn(GATEWAY_CORE, program.path, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...program.env },
  });
  await answering(`http://127.0.0.1:${port}/`);
  return {
    name: 'nginx',
    port,
    key: 'sk-bench',
    pid: Number(child.pid),
    delivered: 0,
    async stop() {
      await stop(child);
      rmSync(folder, { recursive: true });
    },
  };
};

const configuration = (folder: string, port: number, upstream: Upstream) => `
${process.getuid?.() === 0 ? 'user root root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile 16384;
pid ${folder}/pid;
error_log stderr error;
events { worker_connections 8192; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_body_buffer_size 256k;
  client_max_body_size 0;
  keepalive_requests 1000000000;
  upstream provider {
    server 127.0.0.1:${upstream.port};
    keepalive 4096;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`;
