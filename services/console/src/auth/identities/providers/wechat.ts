import { fetchJson } from '@switchyard/http';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import { type Refusal, refuse } from '../../../http/answer.ts';
import type { Profile, Provider, Setup } from '../provider.ts';

const Answer = Type.Object({ success: Type.Boolean(), data: Type.Optional(Type.String({ maxLength: 128 })) });

export interface WeChatConnection {
  /** Whoever was sent the 6 digits. Throws when the helper is unreachable or answers nonsense. */
  identify(code: string): Promise<Profile | Refusal>;
}

/**
 * WeChat through a helper (wechat-server) that sends codes to the followers of an official account. Codes are short and tied to no
 * browser: the limits of limits.ts stand before every question.
 */
export const wechat: Provider<WeChatConnection> = {
  name: 'wechat',
  label: 'WeChat',
  tellsOfSignIns: true,
  connect({ options, secrets, config }: Setup) {
    const { WeChatServerAddress: address } = options;
    return {
      async identify(code) {
        if (!isTrustworthy(new URL(address)))
          throw new Error('the helper must have an https address, or a private one');
        const question = `${address}/api/wechat/user?${new URLSearchParams({ code })}`;
        const { success, data: openId } = await fetchJson(Answer, question, {
          allow: config.upstreamAllow,
          headers: { accept: 'application/json', authorization: secrets.WeChatServerToken },
        });
        // A helper that knows nobody for a code may still say success, and name nobody.
        if (!success || !openId?.trim()) return refuse('The WeChat code is wrong or has expired. Ask for a new one.');
        return { subject: openId, name: openId };
      },
    };
  },
};

/** The token and the answer cross the network: outside a private one only encrypted. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // A name without a dot is one of the own network, such as that of a container.
  return ipaddr.isValid(host) ? ipaddr.process(host).range() !== 'unicast' : !host.includes('.');
}
