import type { Database } from '@switchyard/db';
import type { CompiledQuery } from 'kysely';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What one query cost, and how it found its rows. */
export interface Plan {
  readonly sql: string;
  readonly ms: number;
  readonly bufferPages: number;
  readonly scans: readonly Scan[];
}

export interface Scan {
  readonly how: string;
  readonly table: string;
  readonly index: string | undefined;
  /** Rows that were looked at, taken or not. */
  readonly rowsRead: number;
}

/** The plan of a query, as Postgres really ran it. */
export async function explain(db: Database, query: CompiledQuery): Promise<Plan> {
  const explained = { ...query, sql: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query.sql}` };
  const { rows } = await db.executeQuery<{
    'QUERY PLAN': [
      { Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }; 'Execution Time': number },
    ];
  }>(explained);
  const [report] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!report) throw new Error('Postgres explained nothing');
  return {
    sql: query.sql,
    ms: report['Execution Time'],
    bufferPages: report.Plan['Shared Hit Blocks'] + report.Plan['Shared Read Blocks'],
    scans: scansOf(report.Plan),
  };
}

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node['Relation Name'];
  if (table === undefined || node['Actual Loops'] === 0) return below;
  const read =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  // The index of a bitmap scan stands one node below.
  const index = node['Index Name'] ?? node.Plans?.map((plan) => plan['Index Name']).find(Boolean);
  return [{ how: node['Node Type'], table, index, rowsRead: Math.round(read * node['Actual Loops']) }, ...below];
}
