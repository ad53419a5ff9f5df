import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends one command to Redis, such as FLUSHALL, and answers the first line it says. */
export async function redisCommand(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${command}\r\n`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return reply.toString().trim();
}
