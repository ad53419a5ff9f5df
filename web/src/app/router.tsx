import { createBrowserRouter, Navigate } from 'react-router-dom';
import { preloadHomeContent } from '../features/content/api.ts';
import { loadTexts } from '../lib/i18n.ts';
import { readUser } from '../lib/session.ts';
import { open } from './open-page.ts';
import { Root } from './root.tsx';
import { RouteFailure } from './route-failure.tsx';
import { Starting } from './starting.tsx';

/** Code of the pages, loaded on first visit; the menu preloads it on hover. */
const pages = {
  publicFrame: async () => {
    const [frame] = await Promise.all([import('./public/public-frame.tsx'), loadTexts('shell')]);
    return { Component: frame.PublicFrame };
  },
  home: async () => {
    preloadHomeContent();
    const [page] = await Promise.all([import('../features/content/pages/home-page.tsx'), loadTexts('entry')]);
    return { Component: page.HomePage };
  },
  about: async () => {
    const [page] = await Promise.all([import('../features/content/pages/about-page.tsx'), loadTexts('entry')]);
    return { Component: page.AboutPage };
  },
  signIn: async () => {
    const [page] = await Promise.all([import('../features/sign-in/pages/sign-in-page.tsx'), loadTexts('entry')]);
    return { Component: page.SignInPage };
  },
  register: async () => {
    const [page] = await Promise.all([import('../features/sign-in/pages/register-page.tsx'), loadTexts('entry')]);
    return { Component: page.RegisterPage };
  },
  resetRequest: async () => {
    const [page] = await Promise.all([import('../features/sign-in/pages/reset-page.tsx'), loadTexts('entry')]);
    return { Component: page.ResetPage };
  },
  resetConfirm: async () => {
    const [page] = await Promise.all([import('../features/sign-in/pages/new-password-page.tsx'), loadTexts('entry')]);
    return { Component: page.NewPasswordPage };
  },
  signInCallback: async () => {
    const [page] = await Promise.all([import('../features/sign-in/pages/callback-page.tsx'), loadTexts('entry')]);
    return { Component: page.CallbackPage };
  },
  frame: async () => {
    // The frame chooses between the two; its choice is fetched beside it.
    const chosen = readUser() === undefined ? import('./public/public-frame.tsx') : import('./shell/shell.tsx');
    const [frame] = await Promise.all([import('./frame.tsx'), chosen, loadTexts('shell', 'account', 'welcome')]);
    return { Component: frame.Frame };
  },
  notFound: async () => ({ Component: (await import('./not-found.tsx')).NotFound }),
  chatLink: async () => {
    const [page] = await Promise.all([import('./shell/chat-redirect.tsx'), loadTexts('shell')]);
    return { Component: page.ChatRedirect };
  },
  dashboard: async () => {
    const [page] = await Promise.all([import('./dashboard-route.tsx'), loadTexts('dashboard', 'welcome')]);
    return { Component: page.DashboardRoute };
  },
  tokens: async () => {
    const [page] = await Promise.all([import('./tokens-route.tsx'), loadTexts('tokens', 'welcome')]);
    return { Component: page.TokensRoute };
  },
  welcome: async () => {
    const [page] = await Promise.all([import('./welcome-route.tsx'), loadTexts('tokens', 'welcome')]);
    return { Component: page.WelcomeRoute };
  },
  playground: async () => {
    const [page] = await Promise.all([
      import('../features/playground/pages/playground-page.tsx'),
      loadTexts('playground'),
    ]);
    return { Component: page.PlaygroundPage };
  },
  log: async () => {
    const [page] = await Promise.all([import('../features/usage-log/pages/log-page.tsx'), loadTexts('log')]);
    return { Component: page.LogPage };
  },
  pricing: async () => {
    const [page] = await Promise.all([import('../features/pricing/pages/pricing-page.tsx'), loadTexts('pricing')]);
    return { Component: page.PricingPage };
  },
  tasks: async () => {
    const [page] = await Promise.all([import('../features/tasks/pages/tasks-page.tsx'), loadTexts('tasks')]);
    return { Component: page.TasksPage };
  },
  channels: async () => {
    const [page] = await Promise.all([
      import('../features/channels/pages/channels-page.tsx'),
      loadTexts('channels', 'server'),
    ]);
    return { Component: page.ChannelsPage };
  },
  channelEditor: async () => {
    const [page] = await Promise.all([
      import('../features/channels/pages/channel-editor.tsx'),
      loadTexts('channels', 'server'),
    ]);
    return { Component: page.ChannelEditor };
  },
  channelTest: async () => {
    const [page] = await Promise.all([
      import('../features/channels/pages/channel-test.tsx'),
      loadTexts('channels', 'server'),
    ]);
    return { Component: page.ChannelTest };
  },
  tagEditor: async () => {
    const [page] = await Promise.all([
      import('../features/channels/pages/tag-editor.tsx'),
      loadTexts('channels', 'server'),
    ]);
    return { Component: page.TagEditor };
  },
  routingExplainer: async () => {
    const [page] = await Promise.all([
      import('../features/channels/pages/routing-explainer.tsx'),
      loadTexts('channels', 'server'),
    ]);
    return { Component: page.RoutingExplainer };
  },
  redemption: async () => {
    const [page] = await Promise.all([
      import('../features/redemption/pages/redemption-page.tsx'),
      loadTexts('redemption'),
    ]);
    return { Component: page.RedemptionPage };
  },
  wallet: async () => {
    const [page] = await Promise.all([
      import('../features/wallet/pages/wallet-page.tsx'),
      loadTexts('wallet', 'orders'),
    ]);
    return { Component: page.WalletPage };
  },
  checkoutSuccess: async () => {
    const [page] = await Promise.all([
      import('../features/wallet/pages/checkout-success-page.tsx'),
      loadTexts('wallet', 'orders'),
    ]);
    return { Component: page.CheckoutSuccessPage };
  },
  orders: async () => {
    const [page] = await Promise.all([
      import('../features/orders/pages/orders-page.tsx'),
      loadTexts('orders', 'server'),
    ]);
    return { Component: page.OrdersPage };
  },
  users: async () => {
    const [page] = await Promise.all([import('../features/users/pages/users-page.tsx'), loadTexts('users')]);
    return { Component: page.UsersPage };
  },
  userEditor: async () => {
    const [page] = await Promise.all([import('../features/users/pages/user-editor.tsx'), loadTexts('users')]);
    return { Component: page.UserEditor };
  },
  books: async () => {
    const [page] = await Promise.all([import('../features/books/pages/books-page.tsx'), loadTexts('books')]);
    return { Component: page.BooksPage };
  },
  audit: async () => {
    const [page] = await Promise.all([import('../features/audit/pages/audit-page.tsx'), loadTexts('audit')]);
    return { Component: page.AuditPage };
  },
  settings: async () => {
    const [page] = await Promise.all([import('./settings-route.tsx'), loadTexts('account', 'settings', 'server')]);
    return { Component: page.SettingsRoute };
  },
};

const home = <Navigate to="/" replace />;

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteFailure,
    HydrateFallback: Starting,
    children: [
      {
        lazy: pages.publicFrame,
        children: [
          { path: '/', lazy: pages.home },
          { path: '/about', lazy: pages.about },
          { path: '/login', lazy: pages.signIn },
          { path: '/register', lazy: pages.register },
          { path: '/reset', lazy: pages.resetRequest },
          { path: '/user/reset', lazy: pages.resetConfirm },
          { path: '/oauth/:provider', lazy: pages.signInCallback },
        ],
      },
      ...['/home', '/playground', '/midjourney', '/chat/:id?'].map((path) => ({ path, element: home })),
      // Behind sign-in, unless a page says that it is open.
      {
        lazy: pages.frame,
        children: [
          {
            ErrorBoundary: RouteFailure,
            children: [
              { path: '/detail', lazy: pages.dashboard },
              { path: '/token', lazy: pages.tokens },
              { path: '/welcome', lazy: pages.welcome },
              { path: '/play', lazy: pages.playground },
              { path: '/log', lazy: pages.log },
              { path: '/pricing', lazy: pages.pricing, handle: open },
              { path: '/task', lazy: pages.tasks },
              {
                path: '/channel',
                lazy: pages.channels,
                children: [
                  { path: 'add', lazy: pages.channelEditor },
                  { path: 'edit/:id', lazy: pages.channelEditor },
                  { path: 'test/:id', lazy: pages.channelTest },
                  { path: 'tag/:tag', lazy: pages.tagEditor },
                  { path: 'explain', lazy: pages.routingExplainer },
                ],
              },
              { path: '/topup', lazy: pages.wallet },
              { path: '/checkout-success', lazy: pages.checkoutSuccess },
              { path: '/redemption', lazy: pages.redemption },
              { path: '/order', lazy: pages.orders },
              { path: '/user', lazy: pages.users, children: [{ path: 'edit/:id?', lazy: pages.userEditor }] },
              { path: '/books', lazy: pages.books },
              { path: '/audit', lazy: pages.audit },
              { path: '/setting', lazy: pages.settings },
              { path: '/chat2link', lazy: pages.chatLink },
              { path: '*', lazy: pages.notFound, handle: open },
            ],
          },
        ],
      },
    ],
  },
]);
