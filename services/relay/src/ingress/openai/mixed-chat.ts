import { isFlatTool, straighten } from '../../dialects/openai-chat/straighten.ts';
import { JsonBody } from '../json-body.ts';
import type { RequestBody } from '../request-body.ts';

/** Stands in each result that is written as Anthropic's; quoted text would escape the quotes. */
const resultBytes = Buffer.from('"tool_use_id"');

/** The body of a chat, in the chat's own form when tools or their results are written in another's. */
export function readChatBody(body: RequestBody): RequestBody {
  return isMixed(body) ? JsonBody.of(straighten(body.parse())) : body;
}

/** Asked of every chat: what has tools is looked through, only what looks odd is parsed. */
function isMixed(body: RequestBody): boolean {
  if (body.startOf('tools') !== '[') return false;
  if (body.includes('messages', resultBytes)) return true;
  if (!body.hasElementWithout('tools', 'function')) return false;
  const tools = body.read('tools');
  return Array.isArray(tools) && tools.some(isFlatTool);
}
