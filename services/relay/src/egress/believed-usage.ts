import type { UsageTokens } from '@switchyard/contracts';
import type { StreamPart } from '../dialects/canonical.ts';
import type { UpstreamDialect } from '../dialects/dialect.ts';

/** The dialect as one that reports nothing where a prompt of `leastPrompt` tokens or more is reported with fewer: all is counted here then. */
export function withBelievedUsage(dialect: UpstreamDialect, leastPrompt: () => number): UpstreamDialect {
  const believe = (usage: UsageTokens | undefined) => (usage && usage.prompt >= leastPrompt() ? usage : undefined);
  const withBelieved = <Told extends { readonly usage?: UsageTokens }>({ usage, ...told }: Told) => {
    const believed = believe(usage);
    return { ...told, ...(believed && { usage: believed }) };
  };
  const readParts = (parts: StreamPart[]): StreamPart[] => {
    const last = parts.at(-1);
    return last?.type === 'finish' ? parts.with(-1, withBelieved(last)) : parts;
  };
  return {
    ...dialect,
    readUsage: (payload, before) => believe(dialect.readUsage(payload, before)),
    readResponse: (payload) => withBelieved(dialect.readResponse(payload)),
    readStream() {
      const reader = dialect.readStream();
      return { read: (frame) => readParts(reader.read(frame)), end: () => readParts(reader.end()) };
    },
  };
}
