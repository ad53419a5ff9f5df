const smallest = 4096;
/** Three and not four: a prompt that does not fit loses its beginning without a word. */
const charactersPerToken = 3;
/** A picture is thousands of characters of base64 but about this many tokens. */
const imageTokens = 1024;
const answerTokens = 1024;

/**
 * Context for a prompt and its answer, in tokens. Steps double: each new size makes the server load the model again.
 */
export function contextSize(
  body: { messages: readonly { images?: readonly string[] }[]; tools?: unknown },
  maxTokens = answerTokens,
): number {
  let characters = JSON.stringify(body.tools ?? []).length;
  let images = 0;
  for (const { images: pictures = [], ...message } of body.messages) {
    characters += JSON.stringify(message).length;
    images += pictures.length;
  }
  const needed = Math.ceil(characters / charactersPerToken) + images * imageTokens + maxTokens;
  let size = smallest;
  while (size < needed) size *= 2;
  return size;
}
