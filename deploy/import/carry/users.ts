import { canonicalAddress, identityProof, mailProof, noteProofs, parseEmailAddress } from '@switchyard/console/rows';
import { isBcryptHash } from '@switchyard/crypto';
import { earn, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { openingOf, postOpening, postPast } from '../books.ts';
import { prefixOf, type Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { figures } from '../source/source.ts';
import { carryTable } from './carry-table.ts';
import { identitiesIn } from './identities.ts';
import { usernameFor } from './username.ts';

const rootRole = 100;
const deleted = 3;

const columns = [
  ...['id', 'username', 'password', 'display_name', 'role', 'status', 'email', 'quota', 'group', 'setting'],
  ...['github_id', 'wechat_id', 'telegram_id', 'linux_do_id', 'oidc_id', 'lark_id', 'discord_id'],
  ...['aff_code', 'aff_count', 'aff_quota', 'aff_history', 'created_at', 'created_time', 'deleted_at'],
];

/** Accounts with their balances. The root there becomes root here, who keeps the name and the password of here. */
export async function carryUsers(run: Run): Promise<Map<string, number>> {
  const issuer = await readIssuer(run);
  const rootThere = await readRoot(run);
  return carryTable(run, { kind: 'user', table: 'users', columns }, async (trx, row) => {
    const isRoot = row.integer('id') === rootThere;
    const id = isRoot ? await takeOver(run, row) : await addUser(trx, run, row, issuer);
    // Whoever looks into a dry run must not make charges of root wait.
    if (isRoot && run.isDry) return id;
    await postOpening(trx, {
      userId: id,
      reference: openingOf(prefixOf(run), row.integer('id')),
      amount: row.integer('quota'),
      note: `Balance from ${run.gateway.name}, less what its history explains`,
    });
    await carryEarnings(trx, run, row, id);
    return id;
  });
}

async function takeOver({ root, findings }: Run, row: SourceRow): Promise<number> {
  findings.changed(
    'root keeps the name and the password of here and takes over the balance and the keys of root there',
    `${row.text('username')} becomes ${root.username}`,
  );
  return root.id;
}

async function addUser(trx: Transaction<Schema>, run: Run, row: SourceRow, issuer: string): Promise<number> {
  const { findings } = run;
  const sourceId = row.integer('id');
  const wanted = row.text('username');
  const { username, why } = await usernameFor(trx, wanted, sourceId);
  if (why !== '') findings.changed(`users renamed: ${why}`, `${wanted} (${sourceId}) becomes ${username}`);
  const isDeleted = row.moment('deleted_at') !== null || row.integer('status') === deleted;
  const email = isDeleted ? undefined : await emailFor(trx, run, row);
  const affCode = row.text('aff_code');
  const isCodeFree = affCode !== '' && !(await isTaken(trx, 'aff_code', affCode));
  if (affCode !== '' && !isCodeFree) findings.changed('invitation codes replaced: somebody has them here', wanted);
  const password = row.text('password');
  const { id } = await trx
    .insertInto('users')
    .values({
      username,
      display_name: row.text('display_name') || username,
      password_hash: isBcryptHash(password) ? password : null,
      role: row.integer('role') >= 10 ? 10 : 1,
      status: row.integer('status') === 1 ? 1 : 2,
      group: row.text('group') || 'default',
      created_at: row.seconds('created_at') ?? row.seconds('created_time') ?? new Date(),
      deleted_at: isDeleted ? (row.moment('deleted_at') ?? new Date()) : null,
      ...(email !== undefined && { email, email_canonical: canonicalAddress(email) }),
      ...(isCodeFree && { aff_code: affCode }),
      aff_count: row.integer('aff_count'),
      quota_warning_threshold: thresholdIn(row),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('accounts').values({ user_id: id }).execute();
  if (row.integer('role') >= rootRole) findings.changed('further roots become administrators', wanted);
  const proofs = email === undefined ? [] : [mailProof(email)];
  for (const { provider, subject } of identitiesIn(row, issuer, findings)) {
    const bound = await trx
      .insertInto('identities')
      .values({ provider, subject, user_id: id, name: subject })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (bound) proofs.push(identityProof(provider, subject));
    else findings.changed('identities not carried: bound to somebody here', `${provider} ${subject} of ${wanted}`);
  }
  await noteProofs(trx, id, proofs);
  return id;
}

async function emailFor(trx: Transaction<Schema>, { findings }: Run, row: SourceRow): Promise<string | undefined> {
  const text = row.text('email');
  if (text === '') return undefined;
  const address = parseEmailAddress(text);
  const who = `${text} of ${row.text('username')} (${row.integer('id')})`;
  if (address === undefined) findings.changed('e-mail addresses not carried: not valid', who);
  else if (await isTaken(trx, 'email', address)) findings.changed('e-mail addresses not carried: taken', who);
  else return address;
  return undefined;
}

async function isTaken(trx: Transaction<Schema>, column: 'email' | 'aff_code', value: string): Promise<boolean> {
  const found = await trx.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return found !== undefined;
}

function thresholdIn(row: SourceRow): number | null {
  const { quota_warning_threshold: threshold } = row.object('setting');
  return typeof threshold === 'number' && threshold >= 0 && threshold <= 1e15 ? Math.round(threshold) : null;
}

/** What inviters earned before: what was moved to the balance is a part of it, so the opening gives way. */
async function carryEarnings(trx: Transaction<Schema>, run: Run, row: SourceRow, userId: number): Promise<void> {
  const left = Math.max(0, row.integer('aff_quota'));
  const earned = Math.max(left, row.integer('aff_history'));
  if (earned === 0) return;
  const opening = openingOf(prefixOf(run), row.integer('id'));
  await earn(trx, { kind: 'reward', reference: opening, userId, amount: earned });
  if (earned === left) return;
  await earn(trx, { kind: 'transfer', reference: opening, userId, amount: left - earned });
  await postPast(trx, opening, {
    kind: 'rebate',
    reference: opening,
    userId,
    amount: earned - left,
    at: new Date(),
    note: `Invitations at ${run.gateway.name}`,
  });
}

/** The first of those who may do everything. */
async function readRoot({ source }: Run): Promise<number> {
  const first = await figures(source, `SELECT min(id) AS id FROM users WHERE role >= ${rootRole}`);
  return first.integer('id');
}

/** The address of the provider of OpenID Connect that is set here: subjects are its own. */
async function readIssuer({ transact }: Run): Promise<string> {
  const row = await transact((trx) =>
    trx.selectFrom('options').select('value').where('key', '=', 'OIDCIssuer').executeTakeFirst(),
  );
  return row?.value ?? '';
}
