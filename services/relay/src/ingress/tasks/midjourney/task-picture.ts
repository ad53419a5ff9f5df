import { type CidrList, parseCidrs } from '@switchyard/http';
import type { Relay } from '../../../context.ts';
import { taskProviderOf } from '../../../providers/task-providers.ts';
import type { StoredTask } from '../task-repository.ts';
import { openPicture, type Picture } from './open-picture.ts';

const publicOnly = parseCidrs('');

/**
 * The picture of a task, from where the upstream keeps it. Addresses may last for no more than a day: when the stored one has ended, the
 * channel is asked for that of today. Throws the refusal.
 */
export async function openTaskPicture(relay: Relay, task: StoredTask, stored: string): Promise<Picture> {
  const address = hasEnded(stored) ? ((await currentAddress(relay, task)) ?? stored) : stored;
  const allow = await allowed(relay, task, address);
  // What lies beside the channel is the operator's own: no worker reaches it.
  const worker = allow === publicOnly ? relay.snapshots.current?.worker : undefined;
  return openPicture(address, allow, worker);
}

/** Links that end say when in `ex`: hexadecimal seconds. */
function hasEnded(address: string): boolean {
  const ends = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return ends !== null && /^[0-9a-f]{1,12}$/i.test(ends) && Number.parseInt(ends, 16) * 1000 <= Date.now();
}

async function currentAddress({ snapshots }: Relay, task: StoredTask): Promise<string | undefined> {
  const channel = snapshots.current?.account(task);
  const provider = channel && taskProviderOf(channel.provider.type);
  if (!channel || provider?.platform !== 'midjourney') return undefined;
  const [report] = await provider.poll(channel.host, [task.task_id]).catch(() => []);
  const address = report?.data?.imageUrl;
  return typeof address === 'string' && address !== '' ? address : undefined;
}

/** Pictures may be inside the operator's network only where the channel itself is. */
async function allowed(relay: Relay, task: StoredTask, address: string): Promise<CidrList> {
  const channel = await relay.db
    .selectFrom('channels')
    .select('base_url')
    .where('id', '=', task.channel_id)
    .executeTakeFirst();
  return channel && originOf(channel.base_url) === originOf(address) ? relay.config.allowedUpstreams : publicOnly;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
