import { useEffect, useState } from 'react';

/** A value once it has stood still for a while, such as what is typed into a search. */
export function useDelayed<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
