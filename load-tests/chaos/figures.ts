import type { Service } from '../plant/service.ts';

/** What services are given as METRICS_TOKEN whose figures are read. */
export const metricsToken = 'read-by-the-tests-alone';

/**
 * A figure without labels, as a service tells it to Prometheus. Rejects when the service does not tell it: a figure that
 * nobody reads never grows.
 */
export async function readFigure({ url }: Pick<Service, 'url'>, name: string): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const figure = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await reply.text())?.[1]);
  if (Number.isFinite(figure)) return figure;
  throw new Error(`${url}/metrics (status ${reply.status}) tells no figure ${name} without labels. Was it renamed?`);
}
