import type { Database } from '@switchyard/db';
import type { CompiledQuery, KyselyPlugin, QueryId, RootOperationNode } from 'kysely';

/** Remembers which queries are run on the view of a database that it makes. */
export class Capture implements KyselyPlugin {
  #nodes: { readonly node: RootOperationNode; readonly queryId: QueryId }[] = [];

  readonly view = (db: Database): Database => db.withPlugin(this);

  /** The queries since the last call, as they were sent. */
  take(db: Database): CompiledQuery[] {
    const executor = db.withoutPlugins().getExecutor();
    const compiled = this.#nodes.map(({ node, queryId }) => executor.compileQuery(node, queryId));
    this.#nodes = [];
    return compiled;
  }

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    this.#nodes.push({ node, queryId });
    return node;
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result;
  }
}
