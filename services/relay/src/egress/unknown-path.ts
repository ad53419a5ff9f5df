const statuses = new Set([404, 405, 501]);

/** The host has no such address, as opposed to no such model. Hosts say the latter with the word in their answer. */
export function isUnknownPath(status: number, body: string): boolean {
  return statuses.has(status) && !/model|deployment/i.test(body);
}
