import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { readUser, useUser } from '../../../lib/session.ts';
import { destinationOf } from '../destination.ts';

/** A page for visitors: whoever is signed in, here or meanwhile in another window, goes on from it. */
export function Arrival({ children }: { children: ReactNode }) {
  const user = useUser();
  const { state } = useLocation();
  const [wasSignedIn] = useState(() => readUser() !== undefined);
  if (user === undefined) return children;
  return <Navigate to={destinationOf(user, state)} replace state={wasSignedIn ? null : 'signed-in'} />;
}
