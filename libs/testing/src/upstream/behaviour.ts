import { type Static, Type } from 'typebox';
import Value from 'typebox/value';

const milliseconds = Type.Integer({ minimum: 0, maximum: 3_600_000 });
const byteCount = Type.Integer({ minimum: 0, maximum: 1e9 });
const tokenCount = Type.Integer({ minimum: 0, maximum: 1e9 });

/** How the upstream answers one request. Bytes are bytes of the body, counted before compression. */
export const Behaviour = Type.Object(
  {
    /** Answers with this status and `body` instead of a completion. */
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    /** Body of a `status` or of an error event; text goes out as it is, all else as JSON. */
    body: Type.Optional(Type.Unknown()),
    /** `Retry-After` header, as seconds or as an HTTP date. */
    retryAfter: Type.Optional(Type.String()),
    /** Further response headers; names in lower case. */
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Wait before the response headers. */
    latencyMs: Type.Optional(milliseconds),
    /** Wait between the response headers and the first byte of the body. */
    firstByteMs: Type.Optional(milliseconds),
    /** Wait between events, or between slices. */
    intervalMs: Type.Optional(milliseconds),
    /** Length of the answer in tokens; the friendly text is repeated or cut to fit. */
    tokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e6 })),
    /** Writes the body in slices of this many bytes, whatever they cut through. */
    sliceBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e6 })),
    /** `reset` sends RST, `close` sends FIN inside the body, `end` ends the body properly but too early. */
    cut: Type.Optional(Type.Union([Type.Literal('reset'), Type.Literal('close'), Type.Literal('end')])),
    /** Cuts after this many bytes; before the response headers when absent. */
    cutAfterBytes: Type.Optional(byteCount),
    /** Falls silent after this many bytes, for `stallMs` or until the client leaves. */
    stallAfterBytes: Type.Optional(byteCount),
    stallMs: Type.Optional(milliseconds),
    /** Where usage appears; `asked` is what the real one does. `every` repeats it, cumulative, on every chunk. */
    usage: Type.Optional(
      Type.Union([
        Type.Literal('asked'),
        Type.Literal('none'),
        Type.Literal('zero'),
        Type.Literal('finish'),
        Type.Literal('every'),
      ]),
    ),
    /** Figures to report instead of the true ones. */
    promptTokens: Type.Optional(tokenCount),
    completionTokens: Type.Optional(tokenCount),
    cachedTokens: Type.Optional(tokenCount),
    reasoningTokens: Type.Optional(tokenCount),
    /** After this many events of a stream an error event comes, with `body` if given, and nothing more. */
    errorAfterEvents: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e6 })),
    /** `false` leaves out `data: [DONE]`. */
    done: Type.Optional(Type.Boolean()),
    /** Answers a request for a stream with one JSON body. */
    json: Type.Optional(Type.Boolean()),
    /** Puts an SSE comment before every event. */
    comments: Type.Optional(Type.Boolean()),
    /** Ends the lines of a stream with CRLF. */
    crlf: Type.Optional(Type.Boolean()),
    /** Compresses the body whether the client accepts it or not. */
    gzip: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type Behaviour = Static<typeof Behaviour>;

/**
 * Reads the behaviour out of a model name: `anything~tokens=40~intervalMs=20~cut=reset`. A name without `~` asks for
 * nothing special. Throws a sentence when a setting is unknown or out of range.
 */
export function behaviourOfModel(model: string): Behaviour {
  const settings = model.split('~').slice(1);
  const entries = settings.map((setting) => {
    const equals = setting.indexOf('=');
    return equals < 0 ? [setting, true] : [setting.slice(0, equals), setting.slice(equals + 1)];
  });
  return parseBehaviour(Value.Convert(Behaviour, Object.fromEntries(entries)));
}

/** Throws a sentence that names the field when the value is not a behaviour. */
export function parseBehaviour(value: unknown): Behaviour {
  if (Value.Check(Behaviour, value)) return value;
  const [first] = Value.Errors(Behaviour, value);
  throw new Error(`The behaviour is wrong at "${first?.instancePath ?? ''}": ${first?.message ?? 'unknown error'}.`);
}
