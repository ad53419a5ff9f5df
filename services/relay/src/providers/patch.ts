import type { RequestBody } from '../ingress/request-body.ts';
import type { Target } from './provider.ts';

const noEdits: ReadonlyMap<string, string> = new Map();

/** Changes to the top level of a body on its way to one upstream, collected before it is written once. */
export class BodyEdit {
  readonly #body: RequestBody;
  /** JSON text of members; null for those that are left out. Most bodies pass as they are. */
  #edits: Map<string, string | null> | undefined;

  constructor(body: RequestBody) {
    this.#body = body;
  }

  /** JSON text of a member as it stands after the edits so far. */
  text(key: string): string | undefined {
    const edited = this.#edits?.get(key);
    return edited === undefined ? this.#body.text(key) : (edited ?? undefined);
  }

  has(key: string): boolean {
    const edited = this.#edits?.get(key);
    return edited === undefined ? this.#body.has(key) : edited !== null;
  }

  /** Whether these bytes stand in a member, as it stands after the edits so far. */
  includes(key: string, bytes: Buffer): boolean {
    const edited = this.#edits?.get(key);
    return edited === undefined ? this.#body.includes(key, bytes) : (edited?.includes(bytes.toString()) ?? false);
  }

  put(key: string, text: string): void {
    this.#edits ??= new Map();
    this.#edits.set(key, text);
  }

  remove(key: string): void {
    if (!this.has(key)) return;
    this.#edits ??= new Map();
    this.#edits.set(key, null);
  }

  write(): Buffer {
    if (!this.#edits) return this.#body.write(noEdits);
    const set = new Map<string, string>();
    const drop: string[] = [];
    for (const [key, text] of this.#edits) {
      if (text === null) drop.push(key);
      else set.set(key, text);
    }
    return this.#body.write(set, drop);
  }
}

/** One difference between what clients send and what a host accepts. `target` tells of the model and the channel. */
export type Patch = (edit: BodyEdit, target: Target) => void;

/** Moves a member to another name unless that one is given already. */
export function rename(from: string, to: string): Patch {
  return (edit) => {
    const text = edit.text(from);
    if (text === undefined) return;
    if (!edit.has(to)) edit.put(to, text);
    edit.remove(from);
  };
}

/** Leaves members out that the host refuses. */
export function drop(...keys: string[]): Patch {
  return (edit) => {
    for (const key of keys) edit.remove(key);
  };
}

/** Sets a member that the client left open. */
export function fill(key: string, value: unknown): Patch {
  const text = JSON.stringify(value);
  return (edit) => {
    if (!edit.has(key)) edit.put(key, text);
  };
}

/** Replaces members outright, as `param_override` of a channel does. */
export function override(values: Readonly<Record<string, unknown>>): Patch {
  const texts = Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)] as const);
  return (edit) => {
    for (const [key, text] of texts) edit.put(key, text);
  };
}

/** Keeps a number within what the host accepts, with at most `digits` decimals where it minds those. */
export function clamp(key: string, least: number, most: number, digits?: number): Patch {
  return rewrite(key, (value) => {
    if (typeof value !== 'number') return value;
    const within = Math.min(most, Math.max(least, value));
    return digits === undefined ? within : Number(within.toFixed(digits));
  });
}

/** Puts another value in the place of a member that is there; undefined leaves the member out. */
export function rewrite(key: string, change: (value: unknown, target: Target) => unknown): Patch {
  return (edit, target) => {
    const text = edit.text(key);
    if (text === undefined) return;
    const value: unknown = JSON.parse(text);
    const changed = change(value, target);
    if (changed === undefined) edit.remove(key);
    else if (changed !== value) edit.put(key, JSON.stringify(changed));
  };
}

/** Patches for some of the host's models only. */
export function forModels(models: RegExp, ...patches: Patch[]): Patch {
  return (edit, target) => {
    if (models.test(target.model)) for (const patch of patches) patch(edit, target);
  };
}
