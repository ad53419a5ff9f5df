import type { Bus } from '@switchyard/bus';
import { type ChannelNotice, notices } from '@switchyard/contracts';
import type { Logger } from '@switchyard/log';
import type { Failure } from '../egress/failure.ts';
import type { Candidate } from './candidates.ts';
import type { Channel } from './channel.ts';

/** Keeps the health of channels and tells billing when one fails for good or is back. */
export class ChannelReports {
  readonly #bus: Bus;
  readonly #log: Logger;

  constructor(bus: Bus, log: Logger) {
    this.#bus = bus;
    this.#log = log;
  }

  failed(candidate: Candidate, model: string, failure: Failure): void {
    const now = Date.now();
    const { health, channel } = candidate;
    const what = { channelId: channel.id, model, reason: failure.reason };
    // What a client asked for in vain says nothing about the channel.
    if (failure.blame === 'none' && failure.pauseMs === undefined) this.#log.debug(what, 'a request was refused');
    else this.#log.warn(what, 'a channel failed');
    if (failure.pauseMs !== undefined) health.pause(now, failure.pauseMs);
    else if (failure.blame === 'none') health.release();
    else if (health.fail(now)) this.#tell(notices.channelFailed, channel, model, 'breaker', failure.reason);
    if (failure.blame === 'credential') this.#tell(notices.channelFailed, channel, model, 'credential', failure.reason);
  }

  recovered(channel: Channel, model: string): void {
    this.#tell(notices.channelRecovered, channel, model, 'recovered', undefined);
  }

  #tell(
    subject: string,
    channel: Channel,
    model: string,
    cause: ChannelNotice['cause'],
    reason: string | undefined,
  ): void {
    const notice: ChannelNotice = { channelId: channel.id, model, cause, reason: (reason ?? '').slice(0, 500) };
    this.#bus
      .notify(subject, JSON.stringify(notice))
      .catch((error) => this.#log.warn({ err: error }, 'a notice was not sent'));
  }
}
