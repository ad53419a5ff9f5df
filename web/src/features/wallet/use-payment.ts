import useSWR from 'swr';
import { resumePayment } from './api.ts';

/** What is needed to pay an order; asked for once. */
export function usePayment(orderId: string) {
  return useSWR(['payment', orderId], ([, id]) => resumePayment(id), {
    revalidateIfStale: false,
    revalidateOnReconnect: false,
    keepPreviousData: false,
  });
}
