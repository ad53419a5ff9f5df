import { isObject } from '../../dialects/json.ts';
import { type Amend, without } from '../amendment.ts';
import { readObject } from '../read-object.ts';

/** Members that say in Mistral's words what the client said in others; all else that is sent bears the client's own names. */
const ours: ReadonlySet<string> = new Set(['prompt_mode']);

/** A member of ours that the model does not know. */
export const amend: Amend = (refusal) => {
  if (refusal.status !== 400 && refusal.status !== 422) return undefined;
  const unknown = findings(readObject(refusal.body)).flatMap(unknownMember);
  const added = unknown.filter((member) => ours.has(member) && !refusal.isClients(member));
  return without(refusal, ...added);
};

/** FastAPI's list of what is wrong, which Mistral wraps in a message or not. */
function findings(payload: unknown): readonly unknown[] {
  if (!isObject(payload)) return [];
  const { detail } = isObject(payload.message) ? payload.message : payload;
  return Array.isArray(detail) ? detail : [];
}

function unknownMember(finding: unknown): string[] {
  if (!isObject(finding) || finding.type !== 'extra_forbidden' || !Array.isArray(finding.loc)) return [];
  const [place, member, ...deeper] = finding.loc;
  return place === 'body' && typeof member === 'string' && deeper.length === 0 ? [member] : [];
}
