import { useState } from 'react';
import { ApiError } from '../../lib/http.ts';
import { useUser } from '../../lib/session.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { beginCard, beginCoins, beginEasyPay, beginStripe, beginUsdt, type Coin } from './api.ts';
import type { Method, Offer } from './offer.ts';
import { openTab } from './open-tab.ts';
import { rememberPayment } from './pending-payment.ts';
import { postForm } from './post-form.ts';
import { wishIds } from './wish-ids.ts';

export interface Wish extends Method {
  /** US dollars of credit. */
  readonly amount: string;
  readonly coin: Coin | undefined;
}

interface BeginPayment {
  readonly begin: (wish: Wish) => Promise<void>;
  readonly busy: boolean;
}

/** Makes an order and goes where it is paid: away, to a new tab, or to its panel here (`onBegun`). */
export function useBeginPayment(offer: Offer, onBegun: (reference: string) => void): BeginPayment {
  const feedback = useFeedback();
  const userId = useUser()?.id ?? 0;
  const [busy, setBusy] = useState(false);
  const [ids] = useState(wishIds);
  const remember = (reference: string) => rememberPayment({ userId, reference, startedAtMs: Date.now() });

  const ways: Record<Method['processor'], (wish: Wish) => Promise<void>> = {
    epay: async ({ amount, method }) => {
      const { reference, url, fields } = await beginEasyPay(amount, method);
      remember(reference);
      postForm(url, fields);
    },
    stripe: async ({ amount }) => {
      const { reference, url } = await beginStripe(amount);
      remember(reference);
      window.location.assign(url);
    },
    usdt: async ({ amount }) => {
      await openTab(async () => {
        const { reference, url } = await beginUsdt(amount);
        remember(reference);
        onBegun(reference);
        return url;
      });
    },
    cryptomus: async ({ amount, coin }) => {
      if (coin === undefined) return;
      const { uuid } = await beginCoins(amount, coin);
      remember(uuid);
      onBegun(uuid);
    },
    airwallex: async (wish) => {
      const intent = await beginCard(wish.amount, wish.method, ids.idOf(wish));
      remember(intent.reference);
      if (offer.embedsCards || intent.qrCode !== undefined || intent.url === '') onBegun(intent.reference);
      else window.location.assign(intent.url);
    },
  };

  async function begin(wish: Wish) {
    setBusy(true);
    try {
      await ways[wish.processor](wish);
    } catch (error) {
      if (error instanceof ApiError && error.status === 200) ids.forget();
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  return { begin, busy };
}
