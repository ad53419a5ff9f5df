/** The text of parts that are text (or a refusal in words), one below the other; for hosts that take one string. */
export function joinText(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts
    .flatMap((part) => ((part.type === 'text' || part.type === 'refusal') && part.text ? [part.text] : []))
    .join('\n');
}
