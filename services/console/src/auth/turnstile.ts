import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../context.ts';
import { type Refusal, refuse } from '../http/answer.ts';
import { features } from './features.ts';

/** The query of every call that people make before they are known. */
export const HumanCheck = Type.Object({ turnstile: Type.Optional(Type.String({ maxLength: 2048 })) });

const timeoutMs = 5_000;
const Verdict = Type.Object({ success: Type.Boolean(), hostname: Type.Optional(Type.String()) });

/**
 * Asks Cloudflare Turnstile whether a person solved the challenge for this call, on our page. Each call needs a token of its own.
 * What cannot be verified is refused. undefined: passed, or there is no human check.
 */
export async function refuseRobots(
  { config, options }: Pick<Context, 'config' | 'options'>,
  token: string | undefined,
  ip: string,
): Promise<Refusal | undefined> {
  const [set, secrets] = await Promise.all([options.read(), options.secrets()]);
  if (!features(set, secrets).humanCheck) return undefined;
  const form = new URLSearchParams({ secret: secrets.TurnstileSecretKey, response: token ?? '' });
  // Without a proxy that we know, this may be the address of one that we do not know.
  if (config.trustedProxyCidrs.length > 0) form.set('remoteip', ip);
  const passed = token !== undefined && (await verify(config.turnstileUrl, form, new URL(set.ServerAddress).hostname));
  return passed ? undefined : refuse('The human check did not pass. Please do it once more.');
}

async function verify(turnstileUrl: string, form: URLSearchParams, hostname: string): Promise<boolean> {
  try {
    const response = await fetch(`${turnstileUrl}/turnstile/v0/siteverify`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const verdict: unknown = await response.json();
    return Value.Check(Verdict, verdict) && verdict.success && verdict.hostname === hostname;
  } catch {
    return false;
  }
}
