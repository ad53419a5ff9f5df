import { useEffect } from 'react';
import { useSiteStatus } from './site-status.ts';

/** Names the browser tab: "API keys · Switchyard"; without a title, as the site wants to be found. */
export function usePageTitle(title: string): void {
  const { system_name: name, seo_title: siteTitle } = useSiteStatus();
  useEffect(() => {
    document.title = title === '' ? siteTitle || name : `${title} · ${name}`;
  }, [title, name, siteTitle]);
}
