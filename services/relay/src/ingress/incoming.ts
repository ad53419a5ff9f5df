import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../auth/key.ts';
import type { ClientAnswer } from '../egress/reply.ts';
import type { Admitted } from './admit.ts';

/** A request as handlers see it, whoever read it from its connection: Fastify's, or the fast lane's. */
export interface Incoming {
  readonly id: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Where it was read already. */
  readonly credential?: Credential;
  /** Set for every call with an API key before its body is read. */
  readonly admitted: Admitted;
  /** What tells where it came from. */
  readonly raw: {
    readonly headers: IncomingHttpHeaders;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
}

/** Its answer, until something takes it over to write it. */
export interface Answering {
  readonly raw: ClientAnswer;
  /** From here on nobody else writes it. */
  hijack(): unknown;
}
