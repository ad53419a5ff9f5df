import type { Json } from '../../dialects/canonical.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { chatVariant } from '../chat-variant.ts';

const variant = chatVariant({
  name: 'fastgpt',
  verdicts: [
    { says: /unAuthApiKey|unAuthorization|Key is error|key.{0,20}expired/i, verdict: 'credential' },
    // Failures of the application's own models come here too, in words of any kind.
    { says: /aiPointsNotEnough|\bpoints\b|team.{0,20}\bbalance\b/i, verdict: 'credential' },
    { says: /appUnExist|unAuthApp|appId is empty/i, verdict: 'credential' },
    { says: /messages is empty|question is empty/i, verdict: 'client' },
    { says: /./, verdict: 'retry' },
  ],
  // The application fixes what is not said in the messages.
  unused: ['responseFormat', 'reasoning', 'maxTokens', 'temperature', 'topP', 'seed', 'stop', 'choices'],
  revision: { when: /./, revise },
});

/** Without events of the workflow, whatever the client says: they are none of OpenAI's. */
export const fastgptChat: UpstreamDialect = {
  ...variant,
  writeRequest(request, warn) {
    if (request.tools.length > 0) warn('tools', 'the application brings its own');
    return { ...variant.writeRequest({ ...request, tools: [] }, warn), detail: false };
  },
};

/** Its usage is a constant, ids are empty, errors have their own shape and texts may come in blocks. */
function revise({ usage: _, id, ...payload }: Json): Json {
  if (!Array.isArray(payload.choices)) return reviseError(payload);
  return {
    ...payload,
    ...(id !== '' && { id }),
    choices: payload.choices.map((choice) =>
      isObject(choice) && isObject(choice.message)
        ? { ...choice, message: { ...choice.message, content: joinBlocks(choice.message.content) } }
        : choice,
    ),
  };
}

function reviseError(payload: Json): Json {
  const { statusText, message } = payload;
  return typeof statusText === 'string' ? { error: { code: statusText, message: message || statusText } } : payload;
}

function joinBlocks(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content
    .map((block) => (isObject(block) && isObject(block.text) ? block.text.content : ''))
    .filter((text) => typeof text === 'string')
    .join('');
}
