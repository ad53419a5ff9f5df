import { Type } from 'typebox';

export const OptionList = Type.Array(Type.Object({ key: Type.String(), value: Type.String() }));

export const OptionChange = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 1_100_000 }),
});
