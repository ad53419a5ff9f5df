import type { Bus } from '@switchyard/bus';
import { type ChannelNotice, notices } from '@switchyard/contracts';
import type { Logger } from '@switchyard/log';
import type { Failure } from '../egress/failure.ts';
import type { Account } from '../metering/meter.ts';
import type { Faults } from '../telemetry/faults.ts';
import type { Candidate } from './candidates.ts';
import type { Channel } from './channel.ts';

/** Until billing has switched a refused key off, or when it must not. */
const refusedKeyRestsMs = 300_000;

/** Keeps the health of channels and their keys, and tells billing when one fails for good or is back. */
export class ChannelReports {
  readonly #bus: Bus;
  readonly #faults: Faults;
  readonly #log: Logger;
  readonly #accountFaults: () => readonly string[];

  /** `accountFaults`: phrases in lower case that say that the account is at fault. */
  constructor(bus: Bus, faults: Faults, log: Logger, accountFaults: () => readonly string[]) {
    this.#bus = bus;
    this.#faults = faults;
    this.#log = log;
    this.#accountFaults = accountFaults;
  }

  failed(candidate: Candidate, { model, requestId }: Pick<Account, 'model' | 'requestId'>, failure: Failure): void {
    const now = Date.now();
    const { health, channel } = candidate;
    this.#faults.failed(channel.id, failure);
    const what = { requestId, channelId: channel.id, model, reason: failure.reason };
    // What a client asked for in vain says nothing about the channel.
    if (failure.blame === 'none' && failure.pauseMs === undefined) this.#log.debug(what, 'a request was refused');
    else this.#log.warn(what, 'a channel failed');
    const refused = this.#isAccountAtFault(failure);
    const keyRestsMs = refused ? refusedKeyRestsMs : failure.pauseMs;
    if (channel.key && keyRestsMs !== undefined) {
      // The others may serve: it says nothing about the host.
      channel.key.rest(now, keyRestsMs);
      health.release();
    } else if (failure.pauseMs !== undefined) health.pause(now, failure.pauseMs);
    else if (failure.blame === 'none') health.release();
    else if (health.fail(now)) this.#tell(notices.channelFailed, channel, model, 'breaker', failure.reason);
    if (refused) this.#tell(notices.channelFailed, channel, model, 'credential', failure.reason);
  }

  /** A request was refused and is asked once more, amended. That says nothing about the channel, whose health hears how it goes. */
  amended({ channel }: Candidate, { model, requestId }: Pick<Account, 'model' | 'requestId'>, failure: Failure): void {
    this.#faults.failed(channel.id, { ...failure, blame: 'none' });
    this.#log.debug(
      { requestId, channelId: channel.id, model, reason: failure.reason },
      'a refused request is amended',
    );
  }

  /** Phrases are not looked for in what a client got wrong: it could choose the words, and switch channels off. */
  #isAccountAtFault({ blame, reason = '' }: Failure): boolean {
    if (blame !== 'channel') return blame === 'credential';
    const said = reason.toLowerCase();
    return this.#accountFaults().some((phrase) => said.includes(phrase));
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
    const notice: ChannelNotice = {
      channelId: channel.id,
      ...(channel.key && { keyId: channel.key.id }),
      model,
      cause,
      reason: (reason ?? '').slice(0, 500),
    };
    this.#bus
      .notify(subject, JSON.stringify(notice))
      .catch((error) => this.#log.warn({ err: error }, 'a notice was not sent'));
  }
}
