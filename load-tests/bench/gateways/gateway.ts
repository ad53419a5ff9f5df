export interface Gateway {
  readonly name: string;
  readonly port: number;
  /** The key that the generator sends. */
  readonly key: string;
  /** What it wants to be sent besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it does and does not do here, for a reader who compares. */
  readonly note?: string;
  /** What it wants to have before the name of a model. */
  readonly modelPrefix?: string;
  /** Root of the process tree whose CPU and memory count. */
  readonly pid: number;
  /** Speaks dialects that its upstream does not. */
  readonly translates?: boolean;
  /** Answers that the generator received whole; it counts them here. */
  delivered: number;
  /** What it wrote to its log of late, for a run that failed. */
  complaints?(): string;
  /** Puts off what may come later, and would elsewhere not be done on the generator's core; all of it is done when the answer has been called. */
  postpone?(): () => Promise<void>;
  /** Throws when what the gateway should have done besides answering was not done. */
  verify?(): Promise<void>;
  stop(): Promise<void>;
}

export interface Upstream {
  readonly url: string;
  readonly port: number;
}

/** Starts a gateway that serves these models from the upstream, and writes a CPU profile into the folder if one is given. */
export type StartGateway = (upstream: Upstream, models: readonly string[], profile?: string) => Promise<Gateway>;
