import { useEffect, useState } from 'react';

const pauseMs = 350;

/** The value once it has not changed for a moment, so that not every letter asks the server. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
