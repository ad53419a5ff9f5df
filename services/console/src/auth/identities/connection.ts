import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { features } from '../features.ts';
import type { Provider } from './provider.ts';

/** The provider as it is set up now, or the refusal of one that is off or lacks something. */
export async function connectionOf<Connection>(
  { options, config }: Context,
  provider: Provider<Connection>,
): Promise<Connection | Refusal> {
  const setup = { options: await options.read(), secrets: await options.secrets(), config };
  if (!features(setup.options, setup.secrets)[provider.name]) {
    return refuse(`Sign-in with ${provider.label} is not enabled here.`);
  }
  return provider.connect(setup);
}

/** What was asked of a provider. Its faults are the administrator's to mend: the log has the reason, the person a way on. */
export async function orUnreachable<Answer>(
  provider: Provider,
  log: FastifyBaseLogger,
  question: Promise<Answer>,
): Promise<Answer | Refusal> {
  try {
    return await question;
  } catch (error) {
    log.warn({ provider: provider.name, reason: reasonOf(error) }, 'a provider of identities failed');
    return refuse(`${provider.label} cannot be used at the moment. Try again later, or sign in another way.`);
  }
}

/** Messages only: the errors of libraries carry answers, and these hold tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
