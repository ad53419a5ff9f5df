import { App } from 'antd';
import { lazy } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { sessionEnd, useUser } from '../lib/session.ts';
import { useIsOpenPage } from './open-page.ts';

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const PublicFrame = lazy(async () => ({ default: (await import('./public/public-frame.tsx')).PublicFrame }));

/** The console around a page; for visitors the public frame around an open page, else the sign-in page, which leads back. */
export function Frame() {
  const user = useUser();
  const isOpen = useIsOpenPage();
  const { pathname, search } = useLocation();
  if (user === undefined && !isOpen) {
    const end = sessionEnd();
    const hasLeft = end !== undefined && end !== 'expired';
    const state = hasLeft ? null : { from: pathname + search };
    return <Navigate to={end === 'expired' ? '/login?expired=true' : '/login'} replace state={state} />;
  }
  return (
    <App message={{ top: 64, maxCount: 3 }} component={false}>
      {user === undefined ? <PublicFrame inset /> : <Shell key={user.id} />}
    </App>
  );
}
