import { ROOT_ROLE } from '../../lib/session.ts';
import { type User, type UserAction, userStatus } from './api.ts';

const regularRole = 1;

/** True when a person of this role may change the user. Root reaches everybody, others those below them. */
export function canEdit(actorRole: number, user: Pick<User, 'role' | 'DeletedAt'>): boolean {
  return user.DeletedAt === null && (actorRole > user.role || actorRole >= ROOT_ROLE);
}

/** What a person of this role is offered to do with the user: what the server would not refuse. */
export function actionsFor(actorRole: number, user: Pick<User, 'role' | 'status' | 'DeletedAt'>): UserAction[] {
  if (!canEdit(actorRole, user)) return [];
  const actions: UserAction[] = [];
  if (user.role === regularRole && actorRole >= ROOT_ROLE) actions.push('promote');
  if (user.role > regularRole && user.role < ROOT_ROLE) actions.push('demote');
  if (user.status !== userStatus.enabled) actions.push('enable');
  else if (user.role < ROOT_ROLE) actions.push('disable');
  if (user.role < ROOT_ROLE) actions.push('delete');
  return actions;
}
