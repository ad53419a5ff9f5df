import type { OperationFormat } from '../dialect.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { asStream } from '../openai-chat/stream.ts';

/** What OpenAI's operations other than chat have in common with it: usage, errors, legacy completions' events. */
export const openaiOperation: OperationFormat = {
  name: 'openai',
  editRequest: openaiChat.editRequest,
  marks: openaiChat.marks,
  readUsage: openaiChat.readUsage,
  readOutput: openaiChat.readOutput,
  readError: openaiChat.readError,
  errorIn: openaiChat.errorIn,
  asStream,
};
