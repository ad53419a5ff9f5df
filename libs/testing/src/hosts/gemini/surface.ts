/** How a platform that serves Gemini differs from Google's AI Studio. */
export interface GeminiSurface {
  /** Members of the body that it refuses. */
  readonly refuses?: readonly string[];
  /** Whether calls and responses of functions have ids; they have unless said. */
  readonly callIds?: boolean;
  /** Whether leave for tools of Google beside functions is known; it is unless said. */
  readonly serverSideTools?: boolean;
  /** Whether a content without a role is refused. */
  readonly rolesRequired?: boolean;
}
