import type { Subscription } from '../bus.ts';

interface Listener {
  readonly subject: string;
  readonly handle: (subject: string, payload: string) => void;
}

/** Notices inside one process, delivered after the teller has gone on. */
export class Notices {
  readonly #listeners = new Set<Listener>();
  readonly #warn: (message: string) => void;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  tell(subject: string, payload: string): void {
    setImmediate(() => {
      for (const listener of this.#listeners) {
        if (!matches(listener.subject, subject)) continue;
        try {
          listener.handle(subject, payload);
        } catch (error) {
          this.#warn(`listener of ${listener.subject} failed: ${error}`);
        }
      }
    });
  }

  listen(listener: Listener): Subscription {
    this.#listeners.add(listener);
    return { stop: async () => void this.#listeners.delete(listener) };
  }

  clear(): void {
    this.#listeners.clear();
  }
}

function matches(pattern: string, subject: string): boolean {
  if (!pattern.endsWith('.*')) return pattern === subject;
  const start = pattern.slice(0, -1);
  return subject.startsWith(start) && subject.length > start.length && !subject.includes('.', start.length);
}
