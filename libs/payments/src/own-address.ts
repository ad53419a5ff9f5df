import type { Options } from '@switchyard/contracts';

/** Where processors call us, without a slash at the end; undefined until an address is set. Never taken from a request. */
export function callbackAddress(options: Options, path: string, override = ''): string | undefined {
  if (override) return override;
  const base = options.CustomCallbackAddress || options.ServerAddress;
  return base ? base + path : undefined;
}

/** Where payers come back to. The page credits nothing. */
export function walletAddress(options: Options): string | undefined {
  return options.ServerAddress ? `${options.ServerAddress}/topup` : undefined;
}

/** Where payers come to when a payment has succeeded. The page credits nothing either. */
export function successAddress(options: Options): string | undefined {
  return options.ServerAddress ? `${options.ServerAddress}/checkout-success` : undefined;
}
