import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

type Done = Parameters<SpanExporter['export']>[1];

const succeeded = 0;

/** Says once that the collector takes no spans, and once that it does again. The SDK itself drops them in silence. */
export class TellingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #tell: (message: string) => void;
  #failing = false;

  constructor(exporter: SpanExporter, tell: (message: string) => void) {
    this.#exporter = exporter;
    this.#tell = tell;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#exporter.export(spans, (result) => {
      const failing = result.code !== succeeded;
      if (failing !== this.#failing) this.#tell(failing ? dropped(result.error) : 'the collector takes traces again');
      this.#failing = failing;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

function dropped(error: Error | undefined): string {
  return `traces are dropped, the collector does not take them: ${error?.message ?? 'no reason given'}`;
}
