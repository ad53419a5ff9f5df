import { taskImageUrl } from '@switchyard/crypto';
import type { Context } from '../../context.ts';
import type { TaskRow } from '../tasks/repository.ts';

/** Where a browser finds the picture of a drawing: behind our own address unless the operator wants it otherwise. */
export type PictureOf = (task: TaskRow) => string;

export async function pictureLinks({ options, keys }: Context): Promise<PictureOf> {
  const { MjForwardUrlEnabled: forwards, ServerAddress: address } = await options.read();
  return ({ data, request_id: requestId }) => {
    const { imageUrl } = data;
    if (typeof imageUrl !== 'string' || imageUrl === '') return '';
    return forwards && address !== '' ? taskImageUrl(keys.taskLinkKey, address, requestId) : imageUrl;
  };
}
