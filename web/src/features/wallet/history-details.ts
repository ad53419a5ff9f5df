/** What a row of the history is about, where its text is one that the server writes about a balance. */
export type HistoryDetails =
  | {
      readonly kind: 'order';
      readonly paid: string;
      readonly currency: string;
      readonly processor: string;
      readonly method: string;
      readonly tradeNo: string;
    }
  | { readonly kind: 'code'; readonly name: string }
  | { readonly kind: 'takenBack' | 'givenBack'; readonly tradeNo: string }
  | { readonly kind: 'changed' };

const topUp = /^Topped up \S+ USD for (\S+) ([A-Z]{3}) by (\w+)(?: \((.+)\))?, order (\w+)$/;
const back = /^(Took|Gave) back the credit of a payment, order (\w+)$/;
const changed = 'Balance changed by an administrator';
const code = /^Redeemed code (.*) \(\d+\)$/s;

/** Reads such a text, so that it can be told in every language; undefined for any other. */
export function readDetails(content: string): HistoryDetails | undefined {
  const [, paid, currency, processor, method = '', tradeNo] = topUp.exec(content) ?? [];
  if (paid !== undefined && currency !== undefined && processor !== undefined && tradeNo !== undefined) {
    return { kind: 'order', paid, currency, processor, method, tradeNo };
  }
  const [, verb, returned] = back.exec(content) ?? [];
  if (returned !== undefined) return { kind: verb === 'Took' ? 'takenBack' : 'givenBack', tradeNo: returned };
  if (content === changed) return { kind: 'changed' };
  const [, name] = code.exec(content) ?? [];
  return name === undefined ? undefined : { kind: 'code', name };
}
