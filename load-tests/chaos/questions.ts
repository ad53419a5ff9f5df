import type { Customer, Plant } from '../plant/plant.ts';
import type { Question } from './client.ts';

/** The same question for every lane, to the relays in turn. */
export function questions(
  { relays }: Plant,
  customer: Customer,
  model: string,
  { stream = model.startsWith('stream'), maxTokens }: { readonly stream?: boolean; readonly maxTokens?: number } = {},
): (lane: number) => Question {
  return (lane) => ({
    url: (relays[lane % relays.length] as Plant['relays'][number]).url,
    customer,
    model,
    stream,
    ...(maxTokens === undefined ? {} : { maxTokens }),
  });
}
