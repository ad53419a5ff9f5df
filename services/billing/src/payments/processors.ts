import type { CidrList } from '@switchyard/http';
import { type Processor, processorsOf, recordExchange } from '@switchyard/payments';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings.ts';
import type { Breaker } from './breaker.ts';

export interface PaymentPorts extends Pick<Ports, 'db' | 'log' | 'optionKey' | 'figures'> {
  /** Private ranges in which gateways may have their address. */
  readonly upstreamAllow: CidrList;
  readonly paymentHosts: Readonly<Record<string, string>>;
  readonly breaker: Breaker;
}

/** The payment processors that are set up at this moment. */
export async function processors(ports: PaymentPorts): Promise<readonly Processor[]> {
  const { db, optionKey, upstreamAllow: allow, paymentHosts: hosts } = ports;
  const { options, secrets } = await readSettings(db, optionKey);
  const record = (processor: string, content: string) => recordExchange(db, processor, content);
  return [...processorsOf({ options, secrets, allow, hosts, record }).values()];
}
