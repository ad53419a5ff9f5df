import { useNavigate } from 'react-router-dom';
import { send } from '../lib/http.ts';
import { forgetUser } from '../lib/session.ts';
import { useFeedback } from '../lib/use-feedback.ts';

/** Ends the session and goes to the sign-in page, which confirms it. */
export function useSignOut(): () => Promise<void> {
  const feedback = useFeedback();
  const navigate = useNavigate();
  return async () => {
    try {
      await send('GET', '/api/user/logout');
    } catch (error) {
      // Nobody stays signed in here who wanted to leave; the server ends the session by itself.
      feedback.failure(error);
    }
    forgetUser('left');
    await navigate('/login');
  };
}
