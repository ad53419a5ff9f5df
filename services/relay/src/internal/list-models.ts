import { badRequest } from '../errors.ts';
import type { Channel } from '../routing/channel.ts';
import { callUpstream, describeFailure } from './call.ts';

/** Names of the models that a channel's upstream lists (OpenAI's GET /v1/models). Throws a GatewayError for the operator. */
export async function listModels(channel: Channel): Promise<string[]> {
  const call = channel.prepareGet(channel.provider.modelsPath);
  if (!call) throw badRequest('This channel has no list of models; type their names.');
  const { status, text } = await callUpstream(call).catch((error) => {
    throw badRequest(describeFailure(error));
  });
  if (status < 200 || status > 299)
    throw badRequest(`The upstream answered with status ${status} to the list of models.`);
  const names = readNames(text);
  if (!names) throw badRequest('The upstream answered with something else than a list of models.');
  return names;
}

function readNames(text: string): string[] | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.map((item) => (item as { id?: unknown })?.id).filter((id) => typeof id === 'string');
  } catch {
    return undefined;
  }
}
