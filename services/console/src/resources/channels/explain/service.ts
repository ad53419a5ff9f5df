import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { firstGroup } from '../../groups/groups.ts';
import type { Explanation, Question } from './schema.ts';

interface Asker {
  readonly group: string;
  readonly refused: string;
}

/** Which channels would serve a model to a group, a user or a key, and why the others would not. */
export async function explainRouting(context: Context, question: Question): Promise<Explanation | Refusal> {
  const asker = await findAsker(context, question);
  if (asker instanceof Refusal) return asker;
  const { model, operation = 'chat' } = question;
  const reply = await context.relay.explainRouting({ group: asker.group, model, operation });
  if (reply instanceof Refusal) return reply;
  return {
    ...asker,
    tiers: reply.tiers.map((tier) => tier.map(({ channelId, ...rest }) => ({ channel_id: channelId, ...rest }))),
    excluded: reply.excluded.map(({ channelId, ...rest }) => ({ channel_id: channelId, ...rest })),
  };
}

async function findAsker({ db }: Context, question: Question): Promise<Asker | Refusal> {
  const { token_id: tokenId, user_id: userId, group = '', model } = question;
  if (tokenId !== undefined) {
    const token = await db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.group as tokenGroup', 'users.group as userGroup', 'model_limits_enabled', 'model_limits'])
      .where('tokens.id', '=', tokenId)
      .where('tokens.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!token) return refuse('This key does not exist.');
    const isAllowed = !token.model_limits_enabled || token.model_limits.includes(model);
    return {
      group: group || token.tokenGroup || firstGroup(token.userGroup),
      refused: isAllowed ? '' : `The key may not use the model ${model}.`,
    };
  }
  if (userId !== undefined) {
    const user = await db.selectFrom('users').select('group').where('id', '=', userId).executeTakeFirst();
    return user ? { group: group || firstGroup(user.group), refused: '' } : refuse('This user does not exist.');
  }
  return { group: group || 'default', refused: '' };
}
