import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { splitModel } from '../../dialects/anthropic-messages/thinking.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { readError as readGoogleError } from '../../dialects/gemini/errors.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { verdicts } from './verdicts.ts';

const ownError = /"type"\s*:\s*"error"/;

/** Claude behind Google's door: what Google refuses it says in its own words. */
export const claudeOnVertex: UpstreamDialect = withVerdicts(
  {
    ...anthropicMessages,
    // Older models take no addresses of pictures here.
    inlinesFiles: true,
    readError: (status: number, body: string) =>
      ownError.test(body) ? anthropicMessages.readError(status, body) : readGoogleError(status, body),
  },
  verdicts,
);

export function isClaude(model: string): boolean {
  return model.startsWith('claude');
}

/** Google's name of a model: versions by date have another sign in front of them. */
export function claudeId(model: string): string {
  return splitModel(model).model.replace(/-(\d{8})$/, '@$1');
}
