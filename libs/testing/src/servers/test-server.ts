/** A real server that a test may hurt. Port and data outlive `kill`, so `restart` brings back the same server. */
export interface TestServer {
  readonly url: string;
  /** Where its files lie; absent in a container. */
  readonly directory?: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
  /** Ends the server at once (SIGKILL), as a crash would. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`. */
  restart(): Promise<void>;
  /** Freezes the server (SIGSTOP): connections stay open and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}
