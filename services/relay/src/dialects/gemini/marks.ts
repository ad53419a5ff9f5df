import type { StreamMarks } from '../dialect.ts';

/** Quotes inside a text are escaped, so these bytes stand in no text of the model. */
const lastEvent = /"finishReason"\s*:\s*"(?!FINISH_REASON_UNSPECIFIED)/;

/** A stream has no mark behind its last event. One whose prompt was blocked has no candidate that could be finished. */
export const marks: StreamMarks = {
  usage: 'usageMetadata',
  // Searches stand beside the candidates.
  usageIsScattered: true,
  end: '"finishReason"',
  isEnd: (event) => lastEvent.test(event),
  endRepeats: true,
  complete: ['"finishReason"', '"blockReason"'],
};
