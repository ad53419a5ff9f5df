import type { AccountState, HoldState, TokenHeld, WalletState } from '../wallet.ts';

/** Decodes the hashes that scripts/wallet/shared.lua describes, given as lists of field and value. */
export function readWalletState([wallet, holds]: readonly [string[], string[]]): WalletState | undefined {
  const fields = new Map(pairs(wallet));
  const account = readAccount(fields);
  const tokens = readTokens(fields);
  const states = pairs(holds).map(([id, line]) => readHold(id, line));
  if (account === undefined && tokens.length === 0 && states.length === 0) return undefined;
  return {
    account,
    held: Number(fields.get('held') ?? 0),
    tokens,
    holds: states.sort((left, right) => (left.id < right.id ? -1 : 1)),
  };
}

function readAccount(fields: ReadonlyMap<string, string>): AccountState | undefined {
  const base = fields.get('base');
  if (base === undefined) return undefined;
  return { version: Number(fields.get('version')), base: Number(base), frozen: fields.get('frozen') === '1' };
}

function readTokens(fields: ReadonlyMap<string, string>): TokenHeld[] {
  const ids = new Set<number>();
  for (const field of fields.keys()) {
    const [kind, id] = field.split(':');
    if (kind === 'remain' || (kind === 'held' && id !== undefined)) ids.add(Number(id));
  }
  return [...ids]
    .sort((left, right) => left - right)
    .map((id) => {
      const remain = fields.get(`remain:${id}`);
      const version = Number(fields.get(`version:${id}`));
      return {
        id,
        held: Number(fields.get(`held:${id}`) ?? 0),
        state: remain === undefined ? undefined : { id, version, remain: Number(remain) },
      };
    });
}

function readHold(id: string, line: string): HoldState {
  const [tokenId, total, journaled, spent, closed, expiresAt] = line.split(' ').map(Number) as FixedFigures;
  return { id, tokenId, total, journaled, spent, closed: closed === 1, expiresAt };
}

type FixedFigures = [number, number, number, number, number, number];

function pairs(list: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    result.push([list[index] as string, list[index + 1] as string]);
  }
  return result;
}
