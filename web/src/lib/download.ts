import { ApiError, openFile } from './http.ts';

/** Offers a text as a file to keep. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  keep(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Keeps the file that a call answers, under the name that the server gives it; tells how many bytes have come. */
export async function downloadFile(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const response = await openFile(path, signal);
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.byteLength;
      onProgress(bytes);
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError(String(cause), 0, response.headers.get('X-Oneapi-Request-Id') ?? undefined);
  }
  const [, name = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  keep(name, new Blob(parts, { type: response.headers.get('content-type') ?? '' }));
}

function keep(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
