/** What a client asks for, whatever dialect it speaks. */
export type Operation = 'chat' | 'completions' | 'embeddings';
