import { randomBytes } from 'node:crypto';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from './task-server.ts';

/** A video as OpenAI's API writes it. */
export interface VideoJob {
  readonly id: string;
  status: string;
  progress: number;
  seconds: string;
  error?: { code: string; message: string };
  [field: string]: unknown;
}

export interface FakeVideoHost extends TaskServer {
  readonly videos: Map<string, VideoJob>;
  answerSubmission: ((call: HeardCall) => HostReply | undefined) | undefined;
}

/** What a finished video consists of here. */
export const film = Buffer.from('not really an mp4');

interface Content {
  readonly type: string;
  readonly bytes: Buffer;
}

/** OpenAI's videos (create, retrieve, content, remix) without a camera: all of them are `content`. */
export async function fakeVideoHost(
  key: string,
  content: Content = { type: 'video/mp4', bytes: film },
): Promise<FakeVideoHost> {
  const videos = new Map<string, VideoJob>();
  const server = await serveTasks((call) => {
    if (call.headers.authorization !== `Bearer ${key}`)
      return {
        status: 401,
        body: { error: { message: 'Incorrect API key', type: 'invalid_request_error', code: 'invalid_api_key' } },
      };
    const [, id, part] = /^\/v1\/videos(?:\/(\w+)(?:\/(\w+))?)?$/.exec(call.path) ?? [];
    if (call.method === 'POST' && (id === undefined || part === 'remix')) {
      const other = host.answerSubmission?.(call);
      if (other) return other;
      const video: VideoJob = {
        id: `video_${randomBytes(8).toString('hex')}`,
        object: 'video',
        status: 'queued',
        progress: 0,
        seconds: /"seconds":"(\d+)"|name="seconds"\s+(\d+)/.exec(call.text)?.slice(1).find(Boolean) ?? '4',
      };
      videos.set(video.id, video);
      return { body: video };
    }
    const video = id === undefined ? undefined : videos.get(id);
    if (!video) return { status: 404, body: { error: { message: 'no such video', type: 'invalid_request_error' } } };
    if (part === 'content') return contentFor(call, content);
    return { body: video };
  });
  const host: FakeVideoHost = Object.assign(server, { videos, answerSubmission: undefined });
  return host;
}

/** All of it, or the one part that is asked for. */
function contentFor({ headers }: HeardCall, { type, bytes }: Content): HostReply {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) return { type, body: bytes };
  const part = bytes.subarray(Number(from), to ? Number(to) + 1 : bytes.length);
  const place = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
  return { status: 206, type, headers: { 'content-range': place }, body: part };
}
