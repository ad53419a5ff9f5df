import { useSiteStatus } from '../lib/site-status.ts';

/** What search engines and the browser's tab read; React puts it into the document's head. */
export function SiteMeta() {
  const { seo_description: description, seo_keywords: keywords, logo } = useSiteStatus();
  return (
    <>
      {description !== '' && <meta name="description" content={description} />}
      {keywords !== '' && <meta name="keywords" content={keywords} />}
      {logo !== '/logo.png' && <link rel="icon" href={logo} />}
    </>
  );
}
