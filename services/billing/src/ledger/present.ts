/** The key with its value, or nothing: absent figures stay absent in JSON. */
export function present<Key extends string, Value>(key: Key, value: Value | undefined): { [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [key in Key]?: Value });
}
