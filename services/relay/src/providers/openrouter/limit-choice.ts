import { isObject } from '../../dialects/json.ts';
import { keepMembers } from '../keep-members.ts';
import { type Patch, rewrite } from '../patch.ts';

/** Of `provider`, what bounds the choice of a company or its price. */
const bounds: ReadonlySet<string> = new Set([
  'allow_fallbacks',
  'data_collection',
  'enforce_distillable_text',
  'max_price',
  'require_parameters',
  'zdr',
]);

/** Companies serve one model at several prices: which of them does is not the client's to choose. */
export const limitChoice: Patch = (edit, target) => {
  rewrite('provider', (given) => {
    if (!isObject(given)) return undefined;
    const kept = keepMembers(given, bounds);
    if (kept !== given) target.warn?.('provider', 'companies cannot be chosen: the model has one price');
    return kept;
  })(edit, target);
};
