export interface Gateway {
  readonly name: string;
  readonly port: number;
  /** The key that the generator sends. */
  readonly key: string;
  /** Root of the process tree whose CPU and memory count. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Upstream {
  readonly url: string;
  readonly port: number;
}

export type StartGateway = (upstream: Upstream) => Promise<Gateway>;
