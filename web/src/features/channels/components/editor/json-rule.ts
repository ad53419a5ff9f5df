import type { FormRule } from 'antd';
import type { Translate } from '../../../../lib/i18n.ts';
import { type JsonObject, parseJsonObject } from '../../../../lib/json-text.ts';

/** A text must be a JSON object or blank; `problemOf` may find fault with the object. */
export function jsonRule(
  t: Translate,
  problemOf: (value: JsonObject) => string | undefined = () => undefined,
): FormRule {
  return {
    validator: (_, text: string) => {
      const value = parseJsonObject(text);
      const problem = value === undefined ? t('common:json.invalid') : problemOf(value);
      return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
    },
  };
}
