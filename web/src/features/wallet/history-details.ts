/** What a row of the history is about, where its text is one that the server writes about top-ups. */
export type HistoryDetails =
  | {
      readonly kind: 'order';
      readonly paid: string;
      readonly currency: string;
      readonly processor: string;
      readonly method: string;
      readonly tradeNo: string;
    }
  | { readonly kind: 'code'; readonly name: string };

const topUp = /^Topped up \S+ USD for (\S+) ([A-Z]{3}) by (\w+)(?: \((.+)\))?, order (\w+)$/;
const code = /^Redeemed code (.*) \(\d+\)$/s;

/** Reads the text of a top-up, so that it can be told in every language; undefined for any other text. */
export function readDetails(content: string): HistoryDetails | undefined {
  const [, paid, currency, processor, method = '', tradeNo] = topUp.exec(content) ?? [];
  if (paid !== undefined && currency !== undefined && processor !== undefined && tradeNo !== undefined) {
    return { kind: 'order', paid, currency, processor, method, tradeNo };
  }
  const [, name] = code.exec(content) ?? [];
  return name === undefined ? undefined : { kind: 'code', name };
}
