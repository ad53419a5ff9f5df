/** A call's id as Anthropic takes it: those of other makers may hold characters that it refuses. */
export function toToolId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
