import { buildConnector, Client } from 'undici';

/** The `connect` of connections that a channel's proxy makes for us (RFC 9110, 9.3.6: CONNECT). */
export function proxyConnector(proxy: string, options: buildConnector.BuildOptions): buildConnector.connector {
  const secure = buildConnector(options);
  return (target, done) => {
    const { protocol, origin, username, password } = new URL(proxy);
    if (protocol !== 'http:' && protocol !== 'https:') {
      done(new Error('WebSockets pass HTTP proxies only'), null);
      return;
    }
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    const authority = `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${port}`;
    const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    const headers = {
      host: authority,
      ...(username && { 'proxy-authorization': `Basic ${credentials.toString('base64')}` }),
    };
    const client = new Client(origin, { connect: options, allowH2: false });
    client.connect({ path: authority, headers }, (error, answer) => {
      if (error) {
        void client.destroy();
        done(error, null);
      } else if (answer.statusCode !== 200) {
        answer.socket.destroy();
        done(new Error(`the proxy answered with status ${answer.statusCode}`), null);
      } else if (target.protocol === 'https:') {
        secure({ ...target, httpSocket: answer.socket as never }, done);
      } else {
        done(null, answer.socket as never);
      }
    });
  };
}
