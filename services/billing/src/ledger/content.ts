import type { LogEntry } from './changes.ts';
import type { ChargeDetails } from './usage-record.ts';

/** The one line of a log row that a person reads: the price factors, or why the request failed. */
export function contentOf({ type, record }: LogEntry): string {
  const { error, ended } = record.course.details;
  if (type === 5) return error ?? '';
  const notes = [error, ended === 'running' ? 'still running' : undefined].filter((note) => note !== undefined);
  return [priceLine(record.charged.details), ...notes].join('; ');
}

function priceLine(details: ChargeDetails): string {
  const { model_ratio, completion_ratio, model_price, group_ratio, card } = details;
  const { size_ratio, quality_ratio, service_tier, service_tier_ratio } = details;
  if (group_ratio === undefined) return 'no price';
  const parts = [
    model_price === undefined ? undefined : `model price ${model_price}`,
    card?.perSecond === undefined ? undefined : `price per second ${card.perSecond}`,
    card?.perMinute === undefined ? undefined : `price per minute ${card.perMinute}`,
    model_ratio === undefined ? undefined : `model ratio ${model_ratio}`,
    completion_ratio === undefined ? undefined : `completion ratio ${completion_ratio}`,
    size_ratio === undefined ? undefined : `size ratio ${size_ratio}`,
    quality_ratio === undefined ? undefined : `quality ratio ${quality_ratio}`,
    service_tier_ratio === undefined ? undefined : `service tier ${service_tier} ratio ${service_tier_ratio}`,
    ...Object.entries(details.tool_fees ?? {}).map(([tool, fee]) => `${tool} ${fee} USD per 1,000 calls`),
    `group ratio ${group_ratio}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
