/** What has been started, so that it can be stopped in reverse order. */
export class Closers {
  readonly #entries: { name: string; close(): unknown }[] = [];

  add(name: string, close: () => unknown): void {
    this.#entries.push({ name, close });
  }

  /** Stops everything, the last first; a failure is reported and does not keep the rest running. */
  async closeAll(): Promise<void> {
    for (let entry = this.#entries.pop(); entry; entry = this.#entries.pop()) {
      try {
        await entry.close();
      } catch (error) {
        console.error(`Stopping the ${entry.name} failed: ${error}`);
      }
    }
  }
}
