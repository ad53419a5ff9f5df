import { type Refusal, refuse } from '../../http/answer.ts';

/**
 * For what a transaction that gives a user another name has thrown: the refusal when somebody has the name, or had it; all else is
 * thrown on.
 */
export function refuseTakenName(error: unknown): Refusal {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'users_username') {
    return refuse('This username is taken. Choose another.');
  }
  throw error;
}
