import type { Picture } from './chat.ts';
import type { Prompt } from './conversation.ts';

/** The kinds that all makers of models take. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
export const mostPictures = 5;
export const mostPictureBytes = 8 * 1024 * 1024;

export function isSendable({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return pictureTypes.includes(type) && size <= mostPictureBytes;
}

export async function readPicture(file: File): Promise<Picture> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
  return { name: file.name, type: file.type, data: address.slice(address.indexOf(',') + 1) };
}

/** The prompt with more pictures, up to the most that one may have. */
export function withPictures(prompt: Prompt, pictures: readonly Picture[]): Prompt {
  return { ...prompt, pictures: [...prompt.pictures, ...pictures].slice(0, mostPictures) };
}

export function addressOf({ type, data }: Picture): string {
  return `data:${type};base64,${data}`;
}
