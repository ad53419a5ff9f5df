import { ChannelNotice, notices, readOptions } from '@switchyard/contracts';
import { announce, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { Compile } from 'typebox/compile';
import type { Ports, Running } from './ports.ts';

const enabled = 1;
const automaticallyDisabled = 3;
const systemLog = 4;
const channelNotice = Compile(ChannelNotice);

/**
 * Switches channels off whose key or account is refused, and on again when they have recovered, as far as options and
 * the channel allow. Every instance hears each notice; the first one acts.
 */
export async function listenToChannels(ports: Ports): Promise<Running> {
  const handle = (_subject: string, payload: string) => {
    act(ports, payload).catch((error) => ports.log.error({ error }, 'a channel notice could not be acted upon'));
  };
  const subscriptions = [
    await ports.bus.listen(notices.channelFailed, handle),
    await ports.bus.listen(notices.channelRecovered, handle),
  ];
  return {
    async stop() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
}

async function act({ db, log }: Ports, payload: string): Promise<void> {
  const notice: unknown = JSON.parse(payload);
  if (!channelNotice.Check(notice)) throw new Error('not a channel notice');
  // The breaker rests a channel for a while by itself.
  if (notice.cause === 'breaker') return;
  const enable = notice.cause === 'recovered';
  const name = await db.transaction().execute((trx) => setEnabled(trx, notice, enable));
  if (name !== undefined)
    log.warn({ channelId: notice.channelId, name, enable, reason: notice.reason }, 'channel switched');
}

/** Answers the channel's name, or undefined when nothing was to be changed. */
async function setEnabled(
  trx: Transaction<Schema>,
  notice: ChannelNotice,
  enable: boolean,
): Promise<string | undefined> {
  const { options } = readOptions(await trx.selectFrom('options').select(['key', 'value']).execute());
  if (!(enable ? options.AutomaticEnableChannelEnabled : options.AutomaticDisableChannelEnabled)) return undefined;

  const channel = await trx
    .updateTable('channels')
    .set({
      status: enable ? enabled : automaticallyDisabled,
      status_reason: enable ? '' : notice.reason,
      status_changed_at: new Date(),
    })
    .where('id', '=', notice.channelId)
    .where('status', '=', enable ? automaticallyDisabled : enabled)
    .$if(!enable, (query) => query.where('auto_ban', '=', true))
    .returning('name')
    .executeTakeFirst();
  if (!channel) return undefined;

  await trx.updateTable('abilities').set({ enabled: enable }).where('channel_id', '=', notice.channelId).execute();
  await trx
    .insertInto('usage_log')
    .values({
      created_at: new Date(),
      type: systemLog,
      user_id: 0,
      username: '',
      channel_id: notice.channelId,
      model: notice.model,
      content: `Channel ${channel.name} (${notice.channelId}) was switched ${enable ? 'on' : 'off'}: ${notice.reason}`,
    })
    .execute();
  await announce(trx, 'config');
  return channel.name;
}
