export const userRole = 1;
export const adminRole = 10;
export const rootRole = 100;

/** Who may call a route. `callback`: a payment processor, which proves itself by a signature in its call. */
export type Access = 'public' | 'callback' | 'user' | 'admin' | 'root';

export const leastRole: Record<Exclude<Access, 'public' | 'callback'>, number> = {
  user: userRole,
  admin: adminRole,
  root: rootRole,
};
