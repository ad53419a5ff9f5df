import { useState } from 'react';
import type { KeyedMutator } from 'swr';
import type { Page } from '../../lib/http.ts';
import { useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { type Channel, type ChannelFields, channelStatus, deleteChannel, testChannel, updateChannel } from './api.ts';

type Change = Partial<ChannelFields> & { status?: number };

export interface ChannelActions {
  /** Ids of channels being tested. */
  readonly testing: ReadonlySet<number>;
  change(channel: Channel, change: Change): void;
  toggle(channel: Channel): void;
  test(channel: Channel, model: string): void;
  remove(channel: Channel): Promise<void>;
}

/** What a row of the list can do. Changes show at once and are taken back when the server refuses. */
export function useChannelActions(mutate: KeyedMutator<Page<Channel>>): ChannelActions {
  const t = useText();
  const feedback = useFeedback();
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set());

  const patched = (page: Page<Channel> | undefined, id: number, patch: Partial<Channel>): Page<Channel> => ({
    ...(page ?? { page: 1, page_size: 0, total: 0 }),
    items: (page?.items ?? []).map((item) => (item.id === id ? { ...item, ...patch } : item)),
  });

  async function change(channel: Channel, values: Change) {
    const { key: _, ...visible } = values;
    try {
      await mutate(async (page) => patched(page, channel.id, await updateChannel(channel.id, values)), {
        optimisticData: (page) => patched(page, channel.id, visible),
        rollbackOnError: true,
        revalidate: false,
      });
      feedback.success(t('common:saved'));
    } catch (error) {
      feedback.failure(error);
    }
  }

  async function test(channel: Channel, model: string) {
    setTesting((last) => new Set(last).add(channel.id));
    try {
      const { success, message, seconds } = await testChannel(channel.id, model);
      if (success) feedback.success(t('channels:test.passed', { name: channel.name, seconds: seconds.toFixed(2) }));
      else feedback.failure(new Error(t('channels:test.failed', { name: channel.name, reason: message })));
      await mutate();
    } catch (error) {
      feedback.failure(error);
    } finally {
      setTesting((last) => new Set([...last].filter((id) => id !== channel.id)));
    }
  }

  async function remove(channel: Channel) {
    try {
      await deleteChannel(channel.id);
      await mutate();
      feedback.success(t('channels:deleted'));
    } catch (error) {
      feedback.failure(error);
    }
  }

  return {
    testing,
    change: (channel, values) => void change(channel, values),
    toggle: (channel) => {
      const enabled = channel.status === channelStatus.enabled;
      void change(channel, { status: enabled ? channelStatus.disabled : channelStatus.enabled });
    },
    test: (channel, model) => void test(channel, model),
    remove,
  };
}
