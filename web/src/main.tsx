import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { loadWidgetLocale } from './app/widget-locale.ts';
import { onRefused, onSignedOut } from './lib/http.ts';
import { loadTexts, storedLanguage } from './lib/i18n.ts';
import { forgetUser } from './lib/session.ts';
import { askSiteStatus } from './lib/site-status.ts';
import './app/global.css';

// The frame around the page leads to the sign-in page, and from there back.
onSignedOut(() => forgetUser('expired'));
onRefused(() => loadTexts('server'));

const [locale] = await Promise.all([loadWidgetLocale(storedLanguage()), loadTexts('common'), askSiteStatus()]);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers locale={locale}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
