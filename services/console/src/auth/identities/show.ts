import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { actorOf } from '../../resources/logs/write.ts';
import { browserId } from '../cookies.ts';
import { readSession } from '../guard.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { connectionOf, orUnreachable } from './connection.ts';
import { isFirstUse, limitFinished, limitWeChatCodes } from './limits.ts';
import { aheadSeconds, lifeSeconds, type TelegramLogin, telegram } from './providers/telegram.ts';
import { wechat } from './providers/wechat.ts';
import type { Binder, Shown } from './settle.ts';

/** An identity shown by a code that WeChat sent to its owner. */
export async function showWeChat(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<Shown | Refusal> {
  const { limiter } = context.kv;
  await limitFinished(limiter, request.ip);
  const connection = await connectionOf(context, wechat);
  if (connection instanceof Refusal) return connection;
  const binder = await whoBinds(context, request);
  if (!/^[0-9]{6}$/.test(code)) return refuse('Enter the 6 digits that WeChat has sent you.');
  await limitWeChatCodes(limiter, request.ip, browserId(request, reply), request.log);
  const profile = await orUnreachable(wechat, request.log, connection.identify(code));
  return profile instanceof Refusal ? profile : { profile, affCode: '', ...(binder && { binder }) };
}

/** An identity shown by what Telegram has signed. The signature is good for everybody who has it, so it counts once. */
export async function showTelegram(
  context: Context,
  request: FastifyRequest,
  login: TelegramLogin,
): Promise<Shown | Refusal> {
  const { limiter } = context.kv;
  await limitFinished(limiter, request.ip);
  const connection = await connectionOf(context, telegram);
  if (connection instanceof Refusal) return connection;
  const binder = await whoBinds(context, request);
  const profile = connection.identify(login, Date.now());
  if (profile instanceof Refusal) return profile;
  if (!(await isFirstUse(limiter, login.hash, (lifeSeconds + aheadSeconds) * 1000))) {
    return refuse('This Telegram sign-in was used before. Please start again.');
  }
  return { profile, affCode: '', ...(binder && { binder }) };
}

/** Who is signed in, and has just shown who they are: an identity shown by them is bound. */
async function whoBinds(context: Context, request: FastifyRequest): Promise<Binder | undefined> {
  const user = await readSession(request, context);
  if (!user) return undefined;
  const session = requireRecentSignIn({ user });
  return { actor: actorOf({ user, ip: request.ip, id: request.id }), session };
}
