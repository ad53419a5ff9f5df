import { useEffect } from 'react';
import { useSiteStatus } from './site-status.ts';

/** Names the browser tab: "API keys · Switchyard". */
export function usePageTitle(title: string): void {
  const { system_name: name } = useSiteStatus();
  useEffect(() => {
    document.title = title === '' ? name : `${title} · ${name}`;
  }, [title, name]);
}
