import { useEffect, useState } from 'react';

const storageKey = (name: string) => `cooldown-${name}`;

function readSecondsLeft(name: string): number {
  const endMs = Number(sessionStorage.getItem(storageKey(name)));
  return Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
}

/** Counts down before something may be asked for again. A reload does not begin anew. */
export function useCooldown(name: string, seconds: number): readonly [secondsLeft: number, start: () => void] {
  const [secondsLeft, setSecondsLeft] = useState(() => readSecondsLeft(name));
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSecondsLeft(readSecondsLeft(name)), 500);
    return () => clearInterval(timer);
  }, [running, name]);

  const start = () => {
    sessionStorage.setItem(storageKey(name), String(Date.now() + seconds * 1000));
    setSecondsLeft(seconds);
  };
  return [secondsLeft, start];
}
