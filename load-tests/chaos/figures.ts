import type { Service } from '../plant/service.ts';

/** What services are given as METRICS_TOKEN whose figures are read. */
export const metricsToken = 'read-by-the-tests-alone';

/** A figure without labels, as a service tells it to Prometheus; NaN when it knows none of this name. */
export async function readFigure({ url }: Service, name: string): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await reply.text())?.[1]);
}
