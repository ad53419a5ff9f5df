/** What a client asks for, whatever dialect it speaks. `realtime` is a session over a WebSocket. */
export type Operation = PostedOperation | 'realtime';

/** What is asked for with a body. */
export type PostedOperation =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'rerank'
  | 'moderations'
  | 'images/generations'
  | 'images/edits'
  | 'images/variations'
  | 'audio/speech'
  | 'audio/transcriptions'
  | 'audio/translations';
