/** What a client asks for, whatever dialect it speaks. */
export type Operation =
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
