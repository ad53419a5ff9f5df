import type { Patch } from './patch.ts';

/**
 * Writes `reasoning_effort` as the switch that a host has instead. `write` answers the members to set, for thinking on
 * or off; what the client set itself stays.
 */
export function reasoningSwitch(write: (on: boolean) => Readonly<Record<string, unknown>>): Patch {
  return (edit) => {
    const effort = edit.text('reasoning_effort');
    if (effort === undefined) return;
    edit.remove('reasoning_effort');
    if (effort === 'null') return;
    for (const [key, value] of Object.entries(write(effort !== '"none"'))) {
      if (!edit.has(key)) edit.put(key, JSON.stringify(value));
    }
  };
}
