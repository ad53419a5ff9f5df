import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { describeFailure } from '../egress/call-upstream.ts';
import { badRequest } from '../errors.ts';
import type { Balance } from '../providers/provider.ts';
import type { Channel } from '../routing/channel.ts';

/** What is left on a channel's account. Throws a GatewayError for the operator. */
export async function readBalance(channel: Channel): Promise<Balance> {
  const balance = await channel.readBalance().catch((error) => {
    if (error instanceof UpstreamRefusal)
      throw badRequest(`The upstream refused to tell its balance: ${error.upstream.message}`);
    throw badRequest(describeFailure(error));
  });
  if (!balance) throw badRequest('The upstream of this channel does not tell a balance.');
  return balance;
}
