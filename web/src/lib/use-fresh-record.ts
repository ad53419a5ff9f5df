import { useState } from 'react';
import useSWR from 'swr';
import { load } from './http.ts';
import { requestId } from './request-id.ts';

/**
 * A record to edit, asked for anew by every component that is mounted: what an earlier one read is no state to edit, and
 * that of another record still less. Give the component the record as its key. Undefined asks for nothing.
 */
export function useFreshRecord<Data>(path: string | undefined) {
  const [opening] = useState(requestId);
  return useSWR(path === undefined ? null : [path, opening], ([asked]) => load<Data>(asked), {
    keepPreviousData: false,
  });
}
