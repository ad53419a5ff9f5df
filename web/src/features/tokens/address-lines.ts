/** Entries of a field with addresses: one per line, or separated by commas. */
export function addressLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The first entry that is neither an IP address nor a range such as 10.0.0.0/8. */
export function wrongAddress(text: string): string | undefined {
  return addressLines(text).find((line) => !isAddress(line));
}

function isAddress(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const most = isFour(address) ? 32 : isSix(address) ? 128 : undefined;
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

function isFour(address: string): boolean {
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isSix(address: string): boolean {
  return /^[0-9a-f:.]+$/i.test(address) && address.includes(':') && URL.canParse(`http://[${address}]/`);
}
