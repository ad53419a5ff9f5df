/** How a platform that serves Claude differs from Anthropic's own. */
export interface ClaudeSurface {
  /** Members of the body that it refuses as extra inputs. */
  readonly refuses?: readonly string[];
  /** Whether pictures and documents may be given by their address; they may unless said. */
  readonly urlSources?: boolean;
  /** Whether `output_config.format` and strict tools are known for the model; they are unless said. */
  readonly structured?: (model: string) => boolean;
  /** Whether the request may say what becomes of thinking that is bound to another prefix. */
  readonly blockBinding?: boolean;
  /** Version of the API that the request asked for. */
  readonly version?: string;
}
