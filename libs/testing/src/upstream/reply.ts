/** Bytes of a body that belong together, and what they tell the client once all of them are sent. */
export interface Frame {
  bytes: Buffer;
  /** Content tokens inside. */
  tokens: number;
  /** Usage inside. */
  usage?: ReportedUsage;
}

export interface ReportedUsage {
  prompt: number;
  completion: number;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  frames: Frame[];
}

/** One JSON body. */
export function jsonReply(status: number, body: unknown, content: Omit<Frame, 'bytes'> = { tokens: 0 }): Reply {
  return bytesReply(status, 'application/json', JSON.stringify(body), content);
}

/** One body as it stands. */
export function bytesReply(
  status: number,
  type: string,
  body: string,
  content: Omit<Frame, 'bytes'> = { tokens: 0 },
): Reply {
  return { status, headers: { 'content-type': type }, frames: [{ bytes: Buffer.from(body), ...content }] };
}
