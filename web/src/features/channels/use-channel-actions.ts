import { useState } from 'react';
import type { KeyedMutator } from 'swr';
import { changeRow } from '../../lib/change-row.ts';
import type { Page } from '../../lib/http.ts';
import { serverText, useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import {
  type Channel,
  channelStatus,
  copyChannel,
  deleteChannel,
  switchTag,
  testChannel,
  updateBalance,
  updateChannel,
} from './api.ts';
import type { TagRow } from './tag-rows.ts';

export interface ChannelActions {
  /** Ids of channels being tested or asked for their balance. */
  readonly busy: ReadonlySet<number>;
  setPriority(channel: Channel, priority: number): void;
  setWeight(channel: Channel, weight: number): void;
  toggle(channel: Channel): void;
  test(channel: Channel): void;
  readBalance(channel: Channel): void;
  copy(channel: Channel): void;
  remove(channel: Channel): Promise<void>;
  switchTag(row: TagRow, on: boolean): void;
}

/** What a row of the list can do. Changes show at once and are taken back when the server refuses. */
export function useChannelActions(mutate: KeyedMutator<Page<Channel>>): ChannelActions {
  const t = useText();
  const feedback = useFeedback();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());

  async function attempt(work: () => Promise<unknown>, done?: string) {
    try {
      await work();
      if (done !== undefined) feedback.success(done);
    } catch (error) {
      feedback.failure(error);
    }
  }

  function change(channel: Channel, values: Partial<Pick<Channel, 'status' | 'priority' | 'weight'>>) {
    const call = () => updateChannel(channel.id, values);
    void attempt(() => changeRow<Channel>(mutate, ({ id }) => id === channel.id, values, call), t('common:saved'));
  }

  async function whileBusy(channel: Channel, work: () => Promise<void>) {
    setBusy((last) => new Set(last).add(channel.id));
    await attempt(work);
    setBusy((last) => new Set([...last].filter((id) => id !== channel.id)));
  }

  async function test({ id, name }: Channel) {
    const { success, message, seconds } = await testChannel(id, '');
    if (success) feedback.success(t('channels:test.passed', { name, seconds: seconds.toFixed(2) }));
    else feedback.failure(new Error(t('channels:test.failed', { name, reason: serverText(message) })));
    await mutate();
  }

  return {
    busy,
    setPriority: (channel, priority) => change(channel, { priority }),
    setWeight: (channel, weight) => change(channel, { weight }),
    toggle: (channel) => {
      const enabled = channel.status === channelStatus.enabled;
      change(channel, { status: enabled ? channelStatus.disabled : channelStatus.enabled });
    },
    test: (channel) => void whileBusy(channel, () => test(channel)),
    readBalance: (channel) =>
      void whileBusy(channel, async () => {
        await updateBalance(channel.id);
        await mutate();
      }),
    copy: (channel) =>
      void attempt(async () => {
        await copyChannel(channel.id);
        await mutate();
      }, t('channels:copied')),
    remove: (channel) =>
      attempt(async () => {
        await deleteChannel(channel.id);
        await mutate();
      }, t('channels:deleted')),
    switchTag: ({ tag }, on) =>
      void attempt(
        () =>
          changeRow<Channel>(
            mutate,
            (row) => row.tag === tag,
            { status: on ? channelStatus.enabled : channelStatus.disabled },
            () => switchTag(tag, on),
          ),
        t('common:saved'),
      ),
  };
}
