import type { Options } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OptionReader } from '../resources/options/options.ts';
import { isSecure } from './secure.ts';

/**
 * Scripts only from our own files, and from those whose widgets are switched on. Styles may be inline: antd writes its style
 * sheets at run time and React writes style attributes; neither can run code. Images, songs and videos may come from https:
 * the logo is an address of the operator, and providers keep what they made. Forms may go to https: the payment gateway's
 * page leads on to others, and browsers hold every step against the policy.
 */
function contentSecurityPolicy(options: Options | undefined): string {
  const scripts = ["'self'"];
  const frames: string[] = [];
  const calls = ["'self'"];
  if (options?.TurnstileCheckEnabled) {
    scripts.push(turnstile);
    frames.push(turnstile);
  }
  if (options?.TelegramOAuthEnabled) {
    scripts.push('https://telegram.org');
    frames.push('https://oauth.telegram.org');
  }
  if (options?.EnabledAirwallex) for (const places of [scripts, frames, calls]) places.push('https://*.airwallex.com');
  // Pages of the operator's that lie elsewhere are shown in a frame.
  for (const page of [options?.About, options?.HomePageContent, options?.Notice]) {
    const url = page?.startsWith('https://') ? URL.parse(page) : undefined;
    if (url) frames.push(url.origin);
  }
  const forms = ["'self'", 'https:'];
  // A payment gateway in one's own network may speak plain http.
  const gateway = URL.parse(options?.PayAddress ?? '');
  if (gateway?.protocol === 'http:') forms.push(gateway.origin);
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "font-src 'self' data:",
    `connect-src ${calls.join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${[...new Set(frames)].join(' ')}`] : []),
    "manifest-src 'self'",
    `form-action ${forms.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const turnstile = 'https://challenges.cloudflare.com';

const headers = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** Pages whose address holds what signs somebody in: the link of a reset, the answer of another provider. */
const tellingPage = /^\/(?:user\/reset|oauth)(?:[/?]|$)/;

/**
 * Headers of every answer that is ours: pages, assets and console calls. The relay's answers keep their own. Nothing waits for
 * the settings: until they are known no widget is allowed.
 */
export function securityHeaders(settings: OptionReader) {
  let known: Options | undefined;
  let policy = contentSecurityPolicy(undefined);
  let openerPolicy = 'same-origin';
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const latest = settings.latest();
    if (latest !== known) {
      known = latest;
      policy = contentSecurityPolicy(latest);
      // Telegram's button, a frame of its own origin, opens a window and waits for what that says.
      openerPolicy = latest?.TelegramOAuthEnabled ? 'same-origin-allow-popups' : 'same-origin';
    }
    reply
      .headers(headers)
      .header('content-security-policy', policy)
      .header('referrer-policy', tellingPage.test(request.url) ? 'no-referrer' : 'same-origin');
    // Elsewhere browsers ignore it and complain.
    if (isSecure(request)) reply.header('cross-origin-opener-policy', openerPolicy);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  };
}
