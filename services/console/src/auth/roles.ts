export const userRole = 1;
export const adminRole = 10;
export const rootRole = 100;

/** Who may call a route. */
export type Access = 'public' | 'user' | 'admin' | 'root';

export const leastRole: Record<Exclude<Access, 'public'>, number> = {
  user: userRole,
  admin: adminRole,
  root: rootRole,
};
