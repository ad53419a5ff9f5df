import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import type { Provider } from '../../relay-client.ts';

/** What the relay knows of a channel type. */
export async function providerOf({ relay }: Pick<Context, 'relay'>, type: number): Promise<Provider | Refusal> {
  const providers = await relay.providers();
  if (providers instanceof Refusal) return providers;
  return providers.find((candidate) => candidate.type === type) ?? refuse(`There is no channel type ${type}.`);
}
