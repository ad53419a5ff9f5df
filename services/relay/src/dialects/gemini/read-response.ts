import type { ChatResult } from '../canonical.ts';
import { PartCollector } from '../part-collector.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { ResponseReader } from './read-stream.ts';

/**
 * Reads an answer, also one that came as the array of a stream. Throws an UpstreamRefusal when the payload is none, or
 * one in which the model failed to say anything.
 */
export function readResponse(payload: unknown): ChatResult {
  const reader = new ResponseReader();
  const collected = new PartCollector();
  for (const part of [...reader.readPayload(payload), ...reader.end()]) collected.add(part);
  const error = collected.error();
  if (error) throw new UpstreamRefusal(error);
  return collected.result();
}
