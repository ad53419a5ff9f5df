import { type Processor, processorsOf, recordExchange } from '@switchyard/payments';
import type { Context } from '../context.ts';

/** The payment processors that are set up at this moment, by name. */
export async function processors({ db, options, config }: Context): Promise<ReadonlyMap<string, Processor>> {
  return processorsOf({
    options: await options.read(),
    secrets: await options.secrets(),
    allow: config.upstreamAllow,
    hosts: config.paymentHosts,
    record: (processor, content) => recordExchange(db, processor, content),
  });
}
