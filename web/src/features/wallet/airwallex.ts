import { currentLanguage } from '../../lib/i18n.ts';
import { loadScript } from '../../lib/load-script.ts';
import type { OwnOrder, Payment } from './api.ts';

/** What is used of the card provider's script (airwallex.com/docs/js). */
interface Sdk {
  init(options: { env: 'prod' | 'demo'; locale: string; enabledElements: string[] }): Promise<{ payments?: Payments }>;
  createElement(type: 'dropIn', options: object): Promise<DropIn>;
}

interface Payments {
  redirectToCheckout(options: object): unknown;
}

export interface DropIn {
  mount(place: HTMLElement): unknown;
  unmount(): void;
  on(event: 'ready' | 'success' | 'error', listener: () => void): void;
}

declare global {
  interface Window {
    AirwallexComponentsSDK?: Sdk;
  }
}

// Not from the registry: that package brings a tracker of its own. The server's policy allows this host while cards are on.
const scriptUrl = 'https://static.airwallex.com/components/sdk/v1/index.js';

async function start(live: boolean) {
  await loadScript(scriptUrl);
  const sdk = window.AirwallexComponentsSDK;
  if (sdk === undefined) throw new Error('no payment form in the script');
  const env = live ? 'prod' : 'demo';
  const { payments } = await sdk.init({ env, locale: currentLanguage(), enabledElements: ['payments'] });
  return { sdk, payments };
}

const intentOf = ({ currency, method }: OwnOrder, { intent_id, client_secret }: Payment) => ({
  intent_id,
  client_secret,
  currency,
  methods: [method],
});

/** The provider's form for an order, to be mounted in our page. */
export async function createDropIn(order: OwnOrder, payment: Payment, live: boolean): Promise<DropIn> {
  const { sdk } = await start(live);
  return sdk.createElement('dropIn', intentOf(order, payment));
}

/** Leaves for the provider's own page of an order. */
export async function goToCheckout(order: OwnOrder, payment: Payment, live: boolean): Promise<void> {
  const { payments } = await start(live);
  if (payments === undefined) throw new Error('no payment page in the script');
  const successUrl = new URL('/checkout-success', window.location.origin).href;
  payments.redirectToCheckout({ ...intentOf(order, payment), successUrl });
}
