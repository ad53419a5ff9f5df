import { taskVideoUrl } from '@switchyard/crypto';
import type { Context } from '../../context.ts';
import type { TaskRow } from './repository.ts';

/** Where a browser plays a video that is finished, without a key; '' for everything else. */
export type VideoLinkOf = (task: TaskRow) => string;

export async function videoLinks({ options, keys }: Context): Promise<VideoLinkOf> {
  const { ServerAddress: address } = await options.read();
  return ({ platform, status, request_id: requestId }) =>
    platform === 'video' && status === 'SUCCESS' ? taskVideoUrl(keys.taskLinkKey, address, requestId) : '';
}
