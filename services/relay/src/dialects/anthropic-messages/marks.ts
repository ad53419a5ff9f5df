import type { StreamMarks } from '../dialect.ts';

/** Quotes inside a text are escaped, so these bytes stand in no text of the model. */
const lastEvent = /^event:\s*message_stop\s*$|^data:.*"type"\s*:\s*"message_stop"/m;

/** Imitators leave message_stop out: message_delta with its stop_reason ends an answer as well. */
export const marks: StreamMarks = {
  usage: 'usage',
  end: 'message_stop',
  isEnd: (event) => lastEvent.test(event),
  isPing: (payload) => /^\{\s*"type"\s*:\s*"ping"/.test(payload),
  complete: ['"message_stop"', '"message_delta"'],
};
