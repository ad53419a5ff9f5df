import pg from 'pg';

/**
 * Takes the advisory lock of a name in this Postgres for as long as the connection lives. Answers the release, or undefined when
 * somebody else holds it. It is lost with the connection, and not taken again.
 */
export async function tryAdvisoryLock(url: string, name: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `switchyard-${name}`,
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS acquired', [
    `switchyard ${name}`,
  ]);
  if (rows[0]?.acquired === true) return () => client.end();
  await client.end();
  return undefined;
}
