/**
 * Reads `stripe=http://127.0.0.1:4010,airwallex=https://…`: where the APIs of vendors answer in place of their own addresses, an
 * egress proxy or a test system. Throws a sentence when it is not written so.
 */
export function parsePaymentHosts(text: string): Readonly<Record<string, string>> {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, address] = /^([a-z]+)=(https?:\/\/[^/]+)\/?$/.exec(part) ?? [];
      if (!name || !address)
        throw new Error(`PAYMENT_HOSTS: "${part}" is not written as stripe=https://stripe.example.com`);
      return [name, address];
    }),
  );
}
