import { refuse } from '../../errors.ts';
import { readModel } from '../relay-request.ts';

export interface Called {
  readonly model: string;
  readonly method: string;
}

/**
 * What stands behind `models/`: the model, which may hold slashes and colons, and the method behind the last colon.
 * Throws a GatewayError.
 */
export function readPath(path: string): Called {
  const colon = path.lastIndexOf(':');
  if (colon < 0) throw refuse('invalid_url', `POST models/${path.slice(0, 200)}`);
  return { model: readModel(path.slice(0, colon)), method: path.slice(colon + 1) };
}
