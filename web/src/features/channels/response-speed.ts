export type Speed = 'green' | 'blue' | 'orange' | 'red';

/** Colour of a response time: up to 1 s green, up to 3 s blue, up to 5 s orange, above that red. */
export function speedOf(milliseconds: number): Speed {
  if (milliseconds <= 1000) return 'green';
  if (milliseconds <= 3000) return 'blue';
  return milliseconds <= 5000 ? 'orange' : 'red';
}
