import type { UpstreamError, Verdict } from './canonical.ts';
import type { UpstreamFormat } from './dialect.ts';

/** A line of a host's table of errors. */
export interface VerdictRule {
  readonly verdict: Verdict;
  readonly status?: number | readonly number[];
  /** Found in the code, the type or the text. The code comes first: nothing else stands at `^`. */
  readonly says?: RegExp;
  /**
   * Found in the text alone: at `^` the host begins to speak. With 400 it repeats what the client wrote, which must not
   * decide about a key.
   */
  readonly begins?: RegExp;
}

/**
 * The same format with errors judged by a host's table: the first line that fits decides, else the format itself. An
 * error inside an answer has no status of its own; there a line that names a text fits by the text alone.
 */
export function withVerdicts<Format extends Pick<UpstreamFormat, 'readError' | 'errorIn'>>(
  format: Format,
  rules: readonly VerdictRule[],
): Format {
  return {
    ...format,
    readError: (status: number, body: string) => judge(rules, format.readError(status, body), status),
    errorIn: (payload: unknown) => {
      const error = format.errorIn(payload);
      return error && judge(rules, error);
    },
  };
}

/** The error with the verdict of the first line that fits it. */
export function judge(rules: readonly VerdictRule[], error: UpstreamError, status?: number): UpstreamError {
  const said = `${error.code ?? ''} ${error.type} ${error.message}`;
  const rule = rules.find(
    (candidate) =>
      isAbout(candidate, status) &&
      (candidate.says?.test(said) ?? true) &&
      (candidate.begins?.test(error.message) ?? true),
  );
  return rule ? { ...error, verdict: rule.verdict } : error;
}

function isAbout({ status: wanted, says, begins }: VerdictRule, status: number | undefined): boolean {
  if (wanted === undefined) return true;
  if (status === undefined) return says !== undefined || begins !== undefined;
  return typeof wanted === 'number' ? wanted === status : wanted.includes(status);
}
