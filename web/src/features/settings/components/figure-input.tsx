import { useState } from 'react';
import { isWrongFigure, typedFigure } from '../prices/price-rows.ts';
import { FigureField, type FigureLook } from './figure-field.tsx';

interface FigureInputProps extends FigureLook {
  /** A decimal text; undefined where there is none. */
  readonly value: string | undefined;
  readonly label: string;
  /** Called on leaving or Enter, with whole figures only, and with undefined for an emptied field. */
  readonly onChange: (value: string | undefined) => void;
}

/**
 * A number in a table. A figure counts when all of it is typed: on the way to 0.3 stands 0, which would make free whatever is
 * computed from it.
 */
export function FigureInput({ value, onChange, ...field }: FigureInputProps) {
  const [typed, setTyped] = useState<string>();

  function commit() {
    if (typed === undefined || isWrongFigure(typed)) return;
    setTyped(undefined);
    const figure = typedFigure(typed);
    if (figure !== value) onChange(figure);
  }

  return <FigureField {...field} text={typed ?? value ?? ''} onText={setTyped} onBlur={commit} onPressEnter={commit} />;
}
