import { useNavigate } from 'react-router-dom';
import { send } from '../lib/http.ts';
import { forgetUser, type SessionEnd } from '../lib/session.ts';
import { dropSessionEcho } from '../lib/session-echo.ts';

/** Ends the session and goes to the sign-in page, which says whether the server has confirmed it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    let end: SessionEnd = 'left';
    try {
      await send('GET', '/api/user/logout');
    } catch {
      // Nobody stays signed in here who wanted to leave.
      dropSessionEcho();
      end = 'unconfirmed';
    }
    forgetUser(end);
    await navigate('/login');
  };
}
