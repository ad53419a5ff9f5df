/** Where somebody registers who was invited with this code. */
export function inviteLink(code: string): string {
  return `${window.location.origin}/register?aff=${encodeURIComponent(code)}`;
}
