import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { describeFailure } from '../egress/call-upstream.ts';
import { badRequest } from '../errors.ts';
import type { Channel } from '../routing/channel.ts';

/** Names of the models that a channel's upstream lists. Throws a GatewayError for the operator. */
export async function listModels(channel: Channel): Promise<string[]> {
  const names = await channel.listModels().catch((error) => {
    if (error instanceof UpstreamRefusal)
      throw badRequest(`The upstream refused to list its models: ${error.upstream.message}`);
    throw badRequest(describeFailure(error));
  });
  if (!names) throw badRequest('This channel has no list of models; type their names.');
  if (names.length === 0) throw badRequest('The upstream answered with something else than a list of models.');
  return names;
}
