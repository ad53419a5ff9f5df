import { groupsOf, type Options } from '@switchyard/contracts';
import { ceilMinor, decimalsOf, floorTimes, formatDecimal, parseDecimal, type Scaled } from './money.ts';

/** What an amount of credit costs, as it will stand in the order. */
export interface Quote {
  /** US dollars of credit, decimal text. */
  readonly amountUsd: string;
  readonly quota: number;
  readonly currency: string;
  /** Units of the currency for one dollar, and the factor of the buyer's group; decimal texts. */
  readonly rate: string;
  readonly ratio: string;
  readonly payableMinor: bigint;
}

export interface Wish {
  /** As the buyer wrote it. */
  readonly amount: string;
  /** The buyer's groups, separated by commas. */
  readonly group: string;
  readonly currency: string;
  /** Decimal text. */
  readonly rate: string;
}

const mostDecimals = 2;

/** The price of credit, or a sentence why there is none. */
export function quote(options: Options, { amount, group, currency, rate }: Wish): Quote | { refusal: string } {
  const value = parseDecimal(amount.trim());
  if (value === undefined || decimalsOf(value) > mostDecimals) {
    return { refusal: 'Enter the amount in US dollars, with at most two digits after the point.' };
  }
  const { MinTopUp: least, MaxTopUp: most } = options;
  if (value < (parseDecimal(String(least)) as Scaled)) {
    return { refusal: `The top-up amount cannot be less than ${least} USD.` };
  }
  if (value > (parseDecimal(String(most)) as Scaled)) {
    return { refusal: `The top-up amount cannot be more than ${most} USD.` };
  }
  const ratio = topUpRatio(options, group);
  const payableMinor = ceilMinor(currency, value, parseDecimal(rate) as Scaled, parseDecimal(ratio) as Scaled);
  const quota = Number(floorTimes(value, options.QuotaPerUnit));
  if (payableMinor < 1n || quota < 1) return { refusal: 'This amount is too small.' };
  return { amountUsd: formatDecimal(value), quota, currency, rate, ratio, payableMinor };
}

/** The lowest factor of the groups that a buyer belongs to; a group without one pays 1. */
function topUpRatio({ TopupGroupRatio }: Options, group: string): string {
  const ratios = groupsOf(group).map((name) => TopupGroupRatio.get(name) ?? '1');
  return ratios.reduce((lowest, ratio) => (Number(ratio) < Number(lowest) ? ratio : lowest));
}
