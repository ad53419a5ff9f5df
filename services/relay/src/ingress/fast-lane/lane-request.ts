import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Admitted } from '../admit.ts';
import type { Incoming } from '../incoming.ts';
import type { RequestHead } from './request-head.ts';

/** A request of the fast lane, as handlers see one. */
export class LaneRequest implements Incoming {
  readonly id: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly contentLength: number;
  /** Of its head, in bytes. */
  readonly headLength: number;
  readonly raw: Incoming['raw'];
  /** Set before its body is read. */
  admitted!: Admitted;

  constructor(id: string, head: RequestHead, socket: Socket) {
    this.id = id;
    this.url = head.url;
    this.headers = head.headers;
    this.contentLength = head.contentLength;
    this.headLength = head.length;
    this.raw = { headers: head.headers, socket };
  }
}
