import pg from 'pg';

/**
 * Claims a name in this Postgres for as long as the connection lives (a session-level advisory lock). Answers the release, or
 * undefined when somebody else has it. The claim is lost with the connection, and not renewed.
 */
export async function claimName(url: string, name: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `switchyard-${name}`,
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS claimed', [
    `switchyard ${name}`,
  ]);
  if (rows[0]?.claimed === true) return () => client.end();
  await client.end();
  return undefined;
}
