import { useEffect, useRef, useState } from 'react';
import { type LogFilter, type LogRow, readNewest } from './api.ts';
import { follow, type LiveRows, sinceNewest } from './live-rows.ts';
import { useAtTop, usePageVisible } from './use-watched.ts';

const pollMs = 3_000;
const afterFailureMs = 15_000;

export type LiveState = 'off' | 'running' | 'scrolled' | 'failed';

/**
 * Follows new rows of the filter while `on`, the page is visible and its top is in view: who has scrolled down reads, and
 * rows must not move below the eye. A change of the filter begins anew from `loaded`, its first page.
 */
export function useLiveLog(
  on: boolean,
  filter: LogFilter,
  administrator: boolean,
  loaded: readonly LogRow[] | undefined,
): { state: LiveState; live: LiveRows | undefined } {
  const atTop = useAtTop();
  const visible = usePageVisible();
  const [live, setLive] = useState<LiveRows>();
  const [failed, setFailed] = useState(false);
  const watching = on && atTop && visible;
  const ready = loaded !== undefined;
  const subject = JSON.stringify(filter);
  const latest = useRef({ filter, loaded, live });
  useEffect(() => {
    latest.current = { filter, loaded, live };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject, or none, has other rows
  useEffect(() => {
    latest.current.live = undefined;
    setLive(undefined);
    setFailed(false);
  }, [on, subject]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is asked about anew
  useEffect(() => {
    if (!watching || !ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;

    async function poll() {
      const { filter: asked, loaded: first, live: shown } = latest.current;
      const known = shown ?? { rows: first ?? [], fresh: new Set<number>() };
      let waitMs = pollMs;
      try {
        const read = await readNewest(sinceNewest(asked, known), administrator);
        if (stopped) return;
        setLive(follow(known, read));
        setFailed(false);
      } catch {
        if (stopped) return;
        setFailed(true);
        waitMs = afterFailureMs;
      }
      timer = setTimeout(() => void poll(), waitMs);
    }

    void poll();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [watching, ready, subject, administrator]);

  const state = !on ? 'off' : !atTop ? 'scrolled' : failed ? 'failed' : 'running';
  return { state, live };
}
