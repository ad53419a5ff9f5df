import { createBrowserRouter, Navigate } from 'react-router-dom';
import { loadTexts } from '../lib/i18n.ts';
import { NotFound } from './not-found.tsx';
import { RouteFailure } from './route-failure.tsx';
import { Starting } from './starting.tsx';

/** Code of the pages, loaded on first visit; the sidebar preloads it on hover. */
export const pages = {
  signIn: async () => {
    const [page] = await Promise.all([import('../features/account/pages/sign-in-page.tsx'), loadTexts('account')]);
    return { Component: page.SignInPage };
  },
  shell: async () => {
    const [shell] = await Promise.all([import('./shell/shell.tsx'), loadTexts('account')]);
    return { Component: shell.ProtectedShell };
  },
  tokens: async () => {
    const [page] = await Promise.all([import('../features/tokens/pages/tokens-page.tsx'), loadTexts('tokens')]);
    return { Component: page.TokensPage };
  },
  log: async () => {
    const [page] = await Promise.all([import('../features/usage-log/pages/log-page.tsx'), loadTexts('log')]);
    return { Component: page.LogPage };
  },
  channels: async () => {
    const [page] = await Promise.all([import('../features/channels/pages/channels-page.tsx'), loadTexts('channels')]);
    return { Component: page.ChannelsPage };
  },
  channelEditor: async () => {
    const [page] = await Promise.all([import('../features/channels/pages/channel-editor.tsx'), loadTexts('channels')]);
    return { Component: page.ChannelEditor };
  },
  settings: async () => {
    const [page] = await Promise.all([import('./settings-route.tsx'), loadTexts('account', 'settings')]);
    return { Component: page.SettingsRoute };
  },
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteFailure,
    HydrateFallback: Starting,
    children: [
      { path: '/login', lazy: pages.signIn },
      {
        lazy: pages.shell,
        children: [
          { index: true, path: '/', element: <Navigate to="/token" replace /> },
          { path: '/token', lazy: pages.tokens },
          { path: '/log', lazy: pages.log },
          {
            path: '/channel',
            lazy: pages.channels,
            children: [
              { path: 'add', lazy: pages.channelEditor },
              { path: 'edit/:id', lazy: pages.channelEditor },
            ],
          },
          { path: '/setting', lazy: pages.settings },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
]);
