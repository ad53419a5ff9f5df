import { createHmac } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';

/** Addresses about one task that prove by themselves that we made them. */
export class TaskLinks {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Of a picture; `version` keeps browsers from showing an earlier state of it. */
  image(serverAddress: string, requestId: string, version: number | undefined): string {
    const rand = version === undefined ? '' : `&rand=${version}`;
    return `${serverAddress}/mj/image/${requestId}?k=${this.#proof('image', requestId)}${rand}`;
  }

  /** Where an upstream may call us about a task. */
  notify(serverAddress: string, requestId: string): string {
    return `${serverAddress}/mj/notify?task=${requestId}&k=${this.#proof('notify', requestId)}`;
  }

  /** Whether `proof` was made for this task and this purpose. */
  isGenuine(purpose: 'image' | 'notify', requestId: string, proof: string): boolean {
    return constantTimeEqual(this.#proof(purpose, requestId), proof);
  }

  #proof(purpose: 'image' | 'notify', requestId: string): string {
    return createHmac('sha256', this.#key).update(`${purpose} ${requestId}`).digest('base64url');
  }
}
