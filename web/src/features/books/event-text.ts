/** In lines, when that changes nothing: a figure that no number can hold may be the very reason why the event lies here. */
export function layOut(event: string): string {
  try {
    const value: unknown = JSON.parse(event);
    return JSON.stringify(value) === event ? JSON.stringify(value, null, 2) : event;
  } catch {
    return event;
  }
}
