import type { Proof } from '../proof/proof.ts';

/** How a host with OpenAI's operations besides chat differs from OpenAI. */
export interface OpenaiOperationsOptions {
  readonly name?: string;
  /** What comes before `/embeddings` and its like: `/v1` unless said. */
  readonly prefix?: string;
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Models that exist; all unless said. */
  readonly models?: readonly string[];
  /** Whether floats are answered whatever `encoding_format` asks. */
  readonly floatsOnly?: boolean;
  /** Where a rerank tells its tokens: Jina's place unless said, SiliconFlow's, or Cohere's, which counts searches. */
  readonly rerankUsage?: 'usage' | 'meta.tokens' | 'meta.billed_units';
  /** Whether `response_format` of pictures is known and an address the default, as before GPT-image. */
  readonly pictureUrls?: boolean;
}
