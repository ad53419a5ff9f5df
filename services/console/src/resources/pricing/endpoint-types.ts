/**
 * What models whose names look so are called through, in the words of the field's clients. The first that fits counts;
 * all others chat, and a chat is understood in every form.
 */
const kinds: readonly [RegExp, readonly string[]][] = [
  [/rerank/i, ['jina-rerank']],
  [/embed|^m3e|^bge-/i, ['embeddings']],
  [/moderation/i, ['moderations']],
  [/realtime/i, ['openai-realtime']],
  [/whisper|transcribe/i, ['audio-transcription']],
  [/^tts-|-tts|speech/i, ['audio-speech']],
  [/^suno_/i, ['suno']],
  [/^mj_|^swap_face$/i, ['midjourney']],
  [/^sora|^veo|^kling|video/i, ['openai-video']],
  [/^dall-e|^gpt-image|^imagen|^flux|image/i, ['image-generation']],
];
const chat = ['openai', 'openai-response', 'anthropic', 'gemini'];

export function endpointTypes(model: string): readonly string[] {
  return kinds.find(([pattern]) => pattern.test(model))?.[1] ?? chat;
}
