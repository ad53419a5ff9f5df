import type { Epoch } from '../kv.ts';

/** The mark of one process: it is missing at each start. */
export class MemoryEpoch implements Epoch {
  private mark: string | undefined;

  async read(): Promise<string | undefined> {
    return this.mark;
  }

  async open(mark: string): Promise<string> {
    this.mark ??= mark;
    return this.mark;
  }
}
