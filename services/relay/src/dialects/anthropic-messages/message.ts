import type { Answer } from '../dialect.ts';

/** The id of an answer: the upstream's when it looks like Anthropic's, else one made from the request's. */
export function messageId(id: string, { requestId }: Answer): string {
  return id.startsWith('msg_') ? id : `msg_${requestId.replaceAll('-', '')}`;
}

/** Messages hold no pictures of the model's making: they are shown as Markdown. */
export function pictureText({ mediaType, base64 }: { mediaType: string; base64: string }): string {
  return `![image](data:${mediaType};base64,${base64})`;
}
