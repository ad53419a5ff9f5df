import { ChannelNotice, notices } from '@switchyard/contracts';
import { Compile } from 'typebox/compile';
import { switchChannel } from './channels/switch-channel.ts';
import type { Ports, Running } from './ports.ts';

const channelNotice = Compile(ChannelNotice);

/**
 * Switches channels and keys off that are refused, and channels on again when they have recovered. Every instance hears
 * each notice; the first one acts.
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

async function act(ports: Ports, payload: string): Promise<void> {
  const notice: unknown = JSON.parse(payload);
  if (!channelNotice.Check(notice)) throw new Error('not a channel notice');
  const { cause, ...what } = notice;
  // The breaker rests a channel for a while by itself.
  if (cause !== 'breaker') await switchChannel(ports, { ...what, enable: cause === 'recovered' });
}
