import { Type } from 'typebox';

/** Quota that is taken from the earnings to the balance. */
export const Transfer = Type.Object({ quota: Type.Integer({ minimum: 1, maximum: 1e15 }) });
