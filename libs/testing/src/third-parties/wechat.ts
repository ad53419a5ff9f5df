import { randomInt } from 'node:crypto';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

export interface FakeWeChatHelper extends RunningHost {
  /** The code that a follower of the official account is sent; an empty id is what a broken helper has. */
  codeFor(openId: string): string;
}

/** The helper that knows which follower was sent which code. It says "no" with HTTP 200, or by an empty id. */
export async function fakeWeChatHelper(token: string): Promise<FakeWeChatHelper> {
  const waiting = new Map<string, string>();
  const host = await startHost({
    name: 'wechat-helper',
    handle({ method, path, query, headers }) {
      if (method !== 'GET' || path !== '/api/wechat/user') return undefined;
      if (headers.authorization !== token) return jsonReply(200, { success: false, message: 'Wrong token', data: '' });
      const code = query.get('code') ?? '';
      const openId = waiting.get(code);
      waiting.delete(code);
      if (openId === undefined) return jsonReply(200, { success: false, message: 'Wrong or expired code', data: '' });
      return jsonReply(200, { success: true, message: '', data: openId });
    },
  });
  return Object.assign(host, {
    codeFor(openId: string) {
      const code = String(randomInt(100_000, 1_000_000));
      waiting.set(code, openId);
      return code;
    },
  });
}
