import type { SubmittedTask, UsageTokens } from '@switchyard/contracts';
import { type CompiledPrice, price as priceOf } from '@switchyard/pricing';
import type { FastifyRequest } from 'fastify';
import type { Relay } from '../../context.ts';
import { noAddress } from '../../egress/failure.ts';
import { badRequest, type GatewayError, refuse } from '../../errors.ts';
import type { Account, Outcome } from '../../metering/meter.ts';
import type { Accepted } from '../../providers/task-provider.ts';
import { taskProviderOf } from '../../providers/task-providers.ts';
import type { Candidate, Route } from '../../routing/candidates.ts';
import type { Channel } from '../../routing/channel.ts';
import { Tier } from '../../routing/tier.ts';
import { type Itinerary, Tries } from '../../routing/tries.ts';
import { refuseWords } from '../../words/refuse-words.ts';
import { requireAllowed } from '../offer.ts';
import { openAccount } from '../open-account.ts';
import { attempt } from './attempt.ts';
import { taskError } from './task-error.ts';
import type { TaskAnswer, TaskRequest } from './task-request.ts';

const longestPrompt = 2_000;
const longestData = 4_000;
const nothing: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * Submits a task: money is held, an upstream asked, and when it accepts, the charge is written down together with the
 * task. Answers what the client is told; throws a GatewayError.
 */
export async function submitTask(relay: Relay, request: FastifyRequest, task: TaskRequest): Promise<TaskAnswer> {
  const { caller, snapshot } = request.admitted;
  const { model } = task;
  requireAllowed(relay, request.admitted, model);
  if (snapshot.words?.prompt) await refuseWords(snapshot.words.prompt, task.prompt);
  const route = routeOf(request, task);
  const price = snapshot.prices.price(model, caller.group);
  if (!price || (price.unit !== 'calls' && price.unit !== 'seconds')) throw refuse('model_price_error', model);
  const startedAt = Date.now();
  const usage = { ...nothing, ...task.usage };
  const amount = chargeOf(price, usage, startedAt);
  const account = await openAccount(relay, request, {
    model,
    price,
    operation: 'task',
    dialect: task.platform,
    stream: false,
    amount,
    tokens: 0,
    startedAt,
    begunAt: performance.now(),
  });
  const retries = task.origin ? 0 : snapshot.options.RetryTimes;
  return submit(relay, task, { route, retries, budget: relay.retryBudget }, account, usage);
}

async function submit(
  relay: Relay,
  task: TaskRequest,
  itinerary: Itinerary,
  account: Account,
  usage: UsageTokens,
): Promise<TaskAnswer> {
  const tries = new Tries(itinerary);
  let last: { error: GatewayError; answer?: TaskAnswer; channel: Channel } | undefined;
  while (tries.open) {
    const candidate = tries.next();
    if (!candidate) break;
    const result = await attempt(relay, candidate, task, tries, account.requestId);
    const { channel } = candidate;
    if (result.accepted) {
      const outcome = outcomeOf({ account, task, channel, tries, usage, accepted: result.submission });
      await new Promise<void>((written) => relay.meter.settle(account, outcome, written));
      return { status: 200, body: result.submission.answer };
    }
    last = { ...result, channel };
    if (!result.retry) break;
  }
  const error = last?.error ?? noAddress(account.caller.group, task.model, tries.restMs()).error;
  const failed: Outcome = {
    tokens: nothing,
    counted: 'none',
    status: last?.answer?.status ?? error.status,
    ended: 'upstream_failed',
    error: error.message,
    channelId: last?.channel.id ?? 0,
    providerName: last?.channel.providerName,
    firstByteMs: Math.round(performance.now() - account.begunAt),
    tries: tries.made,
  };
  await new Promise<void>((written) => relay.meter.settle(account, failed, written));
  if (last?.answer) return last.answer;
  throw error;
}

/** Where a task may go: to the channel of the one it builds on, to the one that an administrator names, else by group. */
function routeOf({ admitted }: FastifyRequest, { origin, model, platform, action }: TaskRequest): Route {
  const { caller, channelId, snapshot } = admitted;
  const only = origin?.channel_id ?? channelId;
  if (only !== undefined) {
    const pinned = snapshot.pinned(only, model);
    const account = origin && snapshot.account(origin);
    if (!pinned || (origin && !account)) {
      throw origin ? taskError('channel_of_this_task_is_disabled') : refuse('channel_disabled');
    }
    const { weight, health } = pinned;
    return { tiers: [Tier.of([account ? { channel: account, weight, health } : pinned])] };
  }
  const route = snapshot.route(caller.group, model);
  const serves = ({ channel }: Candidate) => {
    const provider = taskProviderOf(channel.provider.type);
    return provider?.platform === platform && provider.serves?.(action) !== false;
  };
  const served = route?.tiers.map((tier) => tier.candidates.filter(serves)).filter((some) => some.length > 0) ?? [];
  if (served.length > 0) return { tiers: served.map((some) => Tier.of(some)) };
  throw snapshot.knows(model) ? refuse('no_channel', caller.group, model) : refuse('model_not_found', model);
}

function chargeOf(price: CompiledPrice, usage: UsageTokens, atMs: number): number {
  try {
    return priceOf(price, usage, atMs);
  } catch {
    throw badRequest('The task is longer or larger than can be priced.');
  }
}

function outcomeOf(fields: {
  account: Account;
  task: TaskRequest;
  channel: Channel;
  tries: Tries;
  usage: UsageTokens;
  accepted: Accepted;
}): Outcome {
  const { account, task, channel, tries, usage, accepted } = fields;
  const upstreamModel = channel.upstreamModel(task.model);
  const durationMs = Math.round(performance.now() - account.begunAt);
  return {
    tokens: accepted.free ? nothing : usage,
    counted: accepted.free ? 'none' : 'local',
    status: 200,
    ended: 'done',
    channelId: channel.id,
    providerName: channel.providerName,
    ...(upstreamModel === task.model ? {} : { upstreamModel }),
    firstByteMs: durationMs,
    tries: tries.made,
    task: submittedTask(task, channel, accepted),
  };
}

/** Bounded: a hundred events travel in one message. */
function submittedTask(
  { platform, action, prompt, notifyHook }: TaskRequest,
  { key }: Channel,
  accepted: Accepted,
): SubmittedTask {
  const { taskId, status, progress, data } = accepted;
  return {
    platform,
    taskId: taskId.slice(0, 200),
    action: action.slice(0, 40),
    status,
    progress: progress.slice(0, 20),
    prompt: prompt.slice(0, longestPrompt),
    data: JSON.stringify(data).length <= longestData ? data : {},
    ...(key && { keyId: key.id }),
    ...(notifyHook === undefined ? {} : { notifyHook: notifyHook.slice(0, 1_000) }),
  };
}
