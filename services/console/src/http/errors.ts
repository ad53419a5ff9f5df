import { PasswordsBusy } from '@switchyard/crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyRequests } from './too-many-requests.ts';
import { InvalidInput } from './validator.ts';

const busyRetrySeconds = 5;

/** No session, an expired one, or headers that do not belong to it. */
export class NotSignedIn extends Error {
  constructor() {
    super('Not signed in, or the session has expired. Please sign in again.');
  }
}

export class Forbidden extends Error {}

/** The call is for users who have just shown who they are. The header lets the web app ask, and repeat the call. */
export class RecentSignInRequired extends Error {
  constructor() {
    super('Please confirm who you are: enter your password or code again, or sign in again.');
  }
}

/** Maps what was thrown to an envelope. What is not expected goes to the log only. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Not by the route's schema of an answer of 200, which may demand more.
  const refuse = (status: number, message: string) =>
    reply.status(status).serializer(JSON.stringify).send({ success: false, message });
  if (error instanceof InvalidInput) return refuse(200, error.message);
  if (error instanceof NotSignedIn) return refuse(401, error.message);
  if (error instanceof Forbidden) return refuse(403, error.message);
  if (error instanceof RecentSignInRequired) {
    reply.header('x-recent-sign-in', 'required');
    return refuse(200, error.message);
  }
  if (error instanceof TooManyRequests) {
    reply.header('retry-after', error.retryAfterSeconds);
    return refuse(429, error.message);
  }
  if (error instanceof PasswordsBusy) {
    reply.header('retry-after', busyRetrySeconds);
    return refuse(429, `Too many sign-ins at once. Try again in ${busyRetrySeconds} s.`);
  }
  if (error.statusCode && error.statusCode < 500) return refuse(error.statusCode, unreadable(error));
  request.log.error({ err: error }, 'request failed');
  if (isUnavailable(error)) return refuse(503, 'The database is not reachable at the moment. Try again shortly.');
  return refuse(500, `Internal error. The log has the details under request id ${request.id}.`);
}

/** An address that cannot be decoded: no route is known that could answer. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.status(400).send({ success: false, message: 'The request is not valid.' });
}

function unreadable(error: FastifyError): string {
  if (error.statusCode === 413) return 'The request is too large.';
  if (error.statusCode === 415) return 'Send the request as application/json.';
  return 'The request could not be read: send valid JSON.';
}

/** Postgres is gone (connection errors, also those that pg gives no code) or going (class 57P, "operator intervention"). */
function isUnavailable({ code = '', message }: FastifyError): boolean {
  return /^(ECONN|EPIPE|ENOTFOUND|57P)/.test(code) || /^(Connection terminated|timeout exceeded)/.test(message);
}
