/** Something that a task made. */
export type Result =
  | {
      readonly kind: 'audio' | 'video' | 'image';
      readonly url: string;
      readonly title: string;
      readonly cover?: string;
    }
  | { readonly kind: 'text'; readonly text: string; readonly title: string };

type Fields = Readonly<Record<string, unknown>>;

/** The address if it leads to the web: upstreams write what they like, and a script is an address too. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'https:' || protocol === 'http:' ? value : undefined;
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** First of the addresses that leads to the web. */
function firstAddress(...values: unknown[]): string | undefined {
  return values.map(webAddress).find((url) => url !== undefined);
}

/** What an upstream's object of a task holds to hear, see or read: clips of a song, lyrics, a video. */
export function resultsOf(data: unknown): Result[] {
  if (Array.isArray(data)) return data.flatMap(resultsOf);
  if (!isFields(data)) return [];
  const title = words(data.title);
  const cover = firstAddress(data.image_large_url, data.image_url, data.thumbnail_url);
  const withCover = cover === undefined ? {} : { cover };
  const audio = webAddress(data.audio_url);
  const video = firstAddress(data.video_url, isFields(data.video) ? data.video.url : data.video, data.url);
  const text = words(data.text);
  const results: Result[] = [];
  if (audio !== undefined) results.push({ kind: 'audio', url: audio, title, ...withCover });
  if (video !== undefined) results.push({ kind: 'video', url: video, title, ...withCover });
  if (results.length === 0 && cover !== undefined) results.push({ kind: 'image', url: cover, title });
  if (text !== '') results.push({ kind: 'text', text, title });
  return results;
}
