export { type AnthropicMessagesOptions, anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
export { type BedrockInvokeOptions, bedrockInvoke } from './bedrock-invoke/bedrock-invoke.ts';
export { type Answer, type AnswerCall, answerTo } from './conversation/answer-to.ts';
export { type Attachment, attachmentOf, attachmentOfUrl, describeAttachment } from './conversation/attachment.ts';
export {
  type AskedReasoning,
  type Conversation,
  createConversation,
  type JsonSchema,
  type OfferedTool,
  type ReplayedReasoning,
  type ToolResult,
} from './conversation/conversation.ts';
export { piecesOf } from './conversation/pieces.ts';
export { sealOf } from './conversation/seal.ts';
export { countTokens } from './conversation/tokens.ts';
export { type HostUsage, usageOf } from './conversation/usage-of.ts';
export { type GeminiOptions, gemini } from './gemini/gemini.ts';
export type { Host, HostReply, HostRequest } from './host.ts';
export { openaiChat } from './openai-chat/openai-chat.ts';
export { openaiRules } from './openai-chat/openai-rules.ts';
export type { ChatBody, ChatRule, OpenaiChatOptions } from './openai-chat/options.ts';
export { openaiError } from './openai-error.ts';
export { openaiOperations } from './openai-operations/openai-operations.ts';
export type { OpenaiOperationsOptions } from './openai-operations/options.ts';
export { secondsOfWave, waveOf } from './openai-operations/wave.ts';
export { type OpenaiResponsesOptions, openaiResponses } from './openai-responses/openai-responses.ts';
export { anyProof, bearer, headerKey, type Proof, queryKey } from './proof/proof.ts';
export { type AwsKeys, sigV4 } from './proof/sig-v4.ts';
export { demand, orRefuse, Refusal } from './refusal.ts';
export { eventsReply, jsonReply, type ServerSentEvent } from './reply.ts';
export { elements, expectShape, isObject, isText, unknownMember } from './shape.ts';
export { type Delivery, type RecordedRequest, type RunningHost, startHost } from './start-host.ts';
export { vectorOf } from './vector.ts';
export { type VertexAccount, type VertexHost, vertex } from './vertex.ts';
