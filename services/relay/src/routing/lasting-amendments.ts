import { type Amendment, amendedReason } from '../providers/amendment.ts';
import type { BodyEdit } from '../providers/patch.ts';
import type { Endpoint } from '../providers/provider.ts';
import type { Outgoing } from './channel.ts';

const lastsMs = 3_600_000;

interface Lasting {
  readonly amendment: Amendment;
  /** Names and JSON texts of what is refused. */
  readonly refused: readonly (readonly [member: string, text: string])[];
  readonly until: number;
}

/** What the endpoints of one host do not take for one of its models, each believed for an hour. */
export class LastingAmendments {
  readonly #kept = new Map<Endpoint, Map<string, Lasting>>();

  keep(endpoint: Endpoint, model: string, amendment: Amendment): void {
    const models = this.#kept.get(endpoint) ?? new Map<string, Lasting>();
    this.#kept.set(endpoint, models);
    const refused = Object.entries(amendment.lasts ?? {}).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    );
    models.set(model, { amendment, refused, until: Date.now() + lastsMs });
  }

  /** Nothing else is known to be refused: what the client wrote otherwise goes to the host. */
  apply(endpoint: Endpoint, model: string, edit: BodyEdit, { passed, body, warn }: Outgoing): void {
    const models = this.#kept.get(endpoint);
    const kept = models?.get(model);
    if (!kept) return;
    if (Date.now() >= kept.until) models?.delete(model);
    else if (kept.refused.every(([name, text]) => edit.text(name) === text)) {
      amend(edit, kept.amendment);
      for (const [name, value] of Object.entries(kept.amendment.members))
        if (passed && body.has(name)) warn(name, amendedReason(value));
    }
  }
}

/** Changes a request as its amendment says. */
export function amend(edit: BodyEdit, { members }: Amendment): void {
  for (const [member, value] of Object.entries(members)) {
    if (value === undefined) edit.remove(member);
    else edit.put(member, JSON.stringify(value));
  }
}
