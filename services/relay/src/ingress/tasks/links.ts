import { constantTimeEqual, type TaskPurpose, taskImageUrl, taskProof } from '@switchyard/crypto';

/** Addresses about one task that prove by themselves that we made them. */
export class TaskLinks {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Of a picture; `version` keeps browsers from showing an earlier state of it. */
  image(serverAddress: string, requestId: string, version: number | undefined): string {
    const url = taskImageUrl(this.#key, serverAddress, requestId);
    return version === undefined ? url : `${url}&rand=${version}`;
  }

  /** Where an upstream may call us about a task. */
  notify(serverAddress: string, requestId: string): string {
    return `${serverAddress}/mj/notify?task=${requestId}&k=${taskProof(this.#key, 'notify', requestId)}`;
  }

  /** Whether `proof`, a member of a query and so of any kind, was made for this task and this purpose. */
  isGenuine(purpose: TaskPurpose, requestId: string, proof: unknown): boolean {
    return typeof proof === 'string' && constantTimeEqual(taskProof(this.#key, purpose, requestId), proof);
  }
}
