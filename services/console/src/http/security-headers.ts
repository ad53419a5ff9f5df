import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './secure.ts';

/**
 * Scripts only from our own files. Styles may be inline: antd writes its style sheets at run time and React writes
 * style attributes; neither can run code. Images may come from https, because the logo is an address of the operator.
 * Forms may go to https: the payment gateway's page leads on to others, and browsers hold every step against the policy.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self' https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** Headers of every answer that is ours: pages, assets and console calls. The relay's answers keep their own. */
export async function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(headers);
  // Elsewhere browsers ignore it and complain.
  if (isSecure(request)) reply.header('cross-origin-opener-policy', 'same-origin');
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
}
