import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type Credential, readCredential } from '../../auth/key.ts';
import type { Admitted } from '../admit.ts';
import type { Incoming } from '../incoming.ts';
import type { RequestFields, RequestHead } from './request-head.ts';

/** A request of the fast lane, as handlers see one. */
export class LaneRequest implements Incoming {
  readonly id: string;
  readonly contentLength: number;
  /** Of its head, in bytes. */
  readonly headLength: number;
  readonly raw: Incoming['raw'];
  readonly #fields: RequestFields;
  /** Set before its body is read. */
  admitted!: Admitted;

  constructor(id: string, { fields, contentLength, length }: RequestHead, socket: Socket) {
    this.id = id;
    this.contentLength = contentLength;
    this.headLength = length;
    this.raw = { headers: fields.headers, socket };
    this.#fields = fields;
  }

  get url(): string {
    return this.#fields.url;
  }

  get headers(): IncomingHttpHeaders {
    return this.#fields.headers;
  }

  /** Throws the refusal of a request without a key. */
  get credential(): Credential {
    const fields = this.#fields;
    fields.credential ??= readCredential(fields.headers, fields.url);
    return fields.credential;
  }
}
