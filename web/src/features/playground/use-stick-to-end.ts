import { useEffect, useRef } from 'react';

const nearPx = 120;

/** Follows the end of the page while it grows, unless the person has scrolled away from it. */
export function useStickToEnd(content: unknown, growing: boolean): void {
  const near = useRef(true);

  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      near.current = scrollHeight - scrollTop - clientHeight < nearPx;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: content is what makes the page grow
  useEffect(() => {
    if (growing && near.current) window.scrollTo({ top: document.documentElement.scrollHeight });
  }, [content, growing]);
}
