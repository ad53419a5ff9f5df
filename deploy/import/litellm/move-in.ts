import { createHash } from 'node:crypto';
import { addChannel, problemOf } from '../carry/channels.ts';
import { Findings } from '../findings.ts';
import type { SourceChannel } from '../gateways/gateway.ts';
import { carriedIds, noteCarried } from '../ids.ts';
import type { Installation } from '../installation.ts';
import { SourceRow } from '../source/row.ts';
import type { Sum } from '../sums.ts';
import { readConfig } from './config.ts';
import { readDeployment, type Served } from './deployment.ts';
import { groupDeployments } from './group.ts';

const source = 'litellm';
const asRun = { gateway: { name: source } };

/** Brings the deployments of a configuration as channels; those that are here already stay as they are. */
export async function moveInDeployments({ db, keys }: Installation, path: string, isDry: boolean) {
  const findings = new Findings();
  const { deployments, sections } = readConfig(path);
  for (const section of sections) findings.changed('sections not carried', section);
  const served = deployments.flatMap((deployment) => {
    const read = readDeployment(deployment, process.env);
    if (typeof read !== 'string') return [read];
    findings.left('deployment', read, deployment.model_name);
    return [];
  });
  for (const { name, notes } of served) for (const note of notes) findings.changed(`deployments without ${note}`, name);
  const carried = await carriedIds(db, asRun, 'channel');
  let here = 0;
  for (const group of groupDeployments(served)) {
    const channel = channelOf(group);
    const [first] = group;
    const names = group.map(({ name }) => name).join(', ');
    const problem = problemOf(channel);
    if (!first || problem !== undefined) {
      for (const { name } of group) findings.left('deployment', problem ?? '', name);
      continue;
    }
    here += group.length;
    findings.changed(isDry ? 'channels to be' : 'channels', `${first.provider}: ${names}`);
    const key = createHash('sha256').update(JSON.stringify(group)).digest('hex');
    if (isDry || carried.has(key)) continue;
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('imports')
        .values({ source, mark: Buffer.alloc(0), finished_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const id = await addChannel(trx, { keys, findings }, rowOf(group), channel, names);
      await noteCarried(trx, asRun, 'channel', key, id);
    });
  }
  const sums: Sum[] = [{ what: 'deployments', there: deployments.length, left: findings.leftOf('deployment'), here }];
  return { findings, sums };
}

function channelOf(group: readonly Served[]): SourceChannel {
  const { type = 0, key = '', baseUrl = '', other = '', headers = {} } = group[0] ?? {};
  return {
    type,
    key,
    baseUrl,
    other,
    setting: JSON.stringify(Object.keys(headers).length > 0 ? { headers } : {}),
    notes: [],
  };
}

function rowOf(group: readonly Served[]): SourceRow {
  const [first] = group;
  const mapped = group.filter(({ name, model }) => name !== model).map(({ name, model }) => [name, model]);
  return new SourceRow('model_list', {
    name: `${first?.provider} ${first?.name}`,
    status: 1,
    models: group.map(({ name }) => name).join(','),
    model_mapping: JSON.stringify(Object.fromEntries(mapped)),
    weight: first?.weight,
    priority: first?.priority,
  });
}
