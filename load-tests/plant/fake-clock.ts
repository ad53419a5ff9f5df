import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clock on the wall as a service sees it, through libfaketime; what measures spans of time goes on as it is. */
export class FakeClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'switchyard-clock-'));
  readonly #file = join(this.#folder, 'offset');
  /** Settings of the services that go by it. */
  readonly environment: NodeJS.ProcessEnv;

  constructor(offset = '+0') {
    const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
    if (library === undefined) throw new Error('Install libfaketime: clocks are set with it.');
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    this.set(offset);
  }

  /** Off the real time by so much from now on: `+1h`, `-1y`. */
  set(offset: string): void {
    writeFileSync(this.#file, offset);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
