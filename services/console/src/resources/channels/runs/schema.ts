import { type Static, Type } from 'typebox';

export const Begun = Type.Object({ total: Type.Integer() });

export const Progress = Type.Object({
  running: Type.Boolean(),
  total: Type.Integer(),
  done: Type.Integer(),
  /** Of those done. */
  failed: Type.Integer(),
  /** The channel being asked. */
  current: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  /** Unix seconds; 0: never. */
  started: Type.Integer(),
  finished: Type.Integer(),
});
export type Progress = Static<typeof Progress>;
