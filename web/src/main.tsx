import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { onSignedOut } from './lib/http.ts';
import { loadTexts } from './lib/i18n.ts';
import { storeUser } from './lib/session.ts';
import './app/global.css';

onSignedOut(() => {
  storeUser(undefined);
  void router.navigate('/login?expired=true', { replace: true });
});

await loadTexts('common');

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
