import { useEffect, useState } from 'react';

/** What is typed into a search, and how to change it. What is applied may change by itself: back, forward, a link. */
export function useTyped(applied: string) {
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  return [text, setText] as const;
}
