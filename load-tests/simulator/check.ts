import type { World } from './world.ts';

/** What is still held, and where a wallet is not what the journal says. Empty when everything is at rest. */
export async function unrest({ kv, journal }: World): Promise<string[]> {
  const problems: string[] = [];
  for (const [userId, { balance, sequence }] of journal.accounts) {
    const wallet = await kv.wallet.read(userId);
    if (!wallet) continue;
    const { account, held, holds, tokens } = wallet;
    if (held !== 0 || holds.length > 0) problems.push(`user ${userId}: held ${held} by ${JSON.stringify(holds)}`);
    if (account && (account.base !== balance || account.version !== sequence)) {
      problems.push(`user ${userId}: wallet ${account.base}@${account.version}, journal ${balance}@${sequence}`);
    }
    for (const { id, state } of tokens) {
      const token = journal.tokens.get(id);
      if (state && (state.remain !== token?.remain || state.version !== token.sequence)) {
        const truth = `${token?.remain}@${token?.sequence}`;
        problems.push(`token ${id}: wallet ${state.remain}@${state.version}, journal ${truth}`);
      }
    }
  }
  return problems;
}

/** Nobody may have less than nothing. */
export function overdrafts({ journal, limitedTokens, wasBlind }: World): string[] {
  const problems: string[] = [];
  if (wasBlind) return problems;
  for (const [userId, { balance }] of journal.accounts) {
    if (balance < 0) problems.push(`user ${userId} is overdrawn by ${-balance}`);
  }
  for (const [id, { remain }] of journal.tokens) {
    if (remain < 0 && limitedTokens.has(id)) problems.push(`token ${id} is overdrawn by ${-remain}`);
  }
  return problems;
}

/** Every charge against what is true of its request, and every sum against its rows. */
export function faultsInBooks({ journal, requests }: World): string[] {
  const problems: string[] = [];
  const known = new Set(requests.map(({ id }) => id));
  for (const request of requests) {
    const { least, most } = request.bounds();
    const charge = journal.chargeOf(request.id) ?? 0;
    if (charge < least) problems.push(`${request.id} is charged ${charge}, at least ${least} are due`);
    if (charge > most) problems.push(`${request.id} is charged ${charge}, at most ${most} are due`);
  }
  const sums = new Map<string, number>();
  const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount);
  for (const [key, { userId, tokenId, amount }] of journal.rows) {
    const [kind, id = ''] = key.split(' ');
    add(`balance ${userId}`, amount);
    if (kind !== 'consume' && kind !== 'refund') continue;
    add(`used by ${userId}`, -amount);
    add(`used with ${tokenId}`, -amount);
    add('used of channel', -amount);
    if (kind === 'refund') continue;
    add(`requests of ${userId}`, 1);
    add('held for', -amount);
    if (!known.has(id)) problems.push(`${id} is charged and was never asked`);
    if (journal.log.get(id)?.record.charged.quota !== -amount)
      problems.push(`${id} is not in the log as in the journal`);
  }
  const compare = (name: string, figure: number) => {
    const sum = sums.get(name) ?? 0;
    if (sum !== figure) problems.push(`${name}: ${figure}, by the rows ${sum}`);
  };
  for (const [userId, { balance, usedQuota, requestCount }] of journal.accounts) {
    compare(`balance ${userId}`, balance);
    compare(`used by ${userId}`, usedQuota);
    compare(`requests of ${userId}`, requestCount);
  }
  for (const [id, { usedQuota }] of journal.tokens) compare(`used with ${id}`, usedQuota);
  compare(
    'used of channel',
    [...journal.channels.values()].reduce((sum, used) => sum + used, 0),
  );
  compare(
    'held for',
    [...journal.holds.values()].reduce((sum, { journaled }) => sum + journaled, 0),
  );
  if (journal.deadLetters.length > 0) problems.push(`${journal.deadLetters.length} events contradict the books`);
  return problems;
}
