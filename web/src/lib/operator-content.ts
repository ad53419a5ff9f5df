const wholeAddress = /^https:\/\/[^\s"'<>\\]+$/i;

/** The https address that a text of the operator's is, and nothing else; it is shown in a frame. */
export function frameAddress(text: string): string | undefined {
  const address = text.trim();
  return wholeAddress.test(address) && URL.canParse(address) ? address : undefined;
}
