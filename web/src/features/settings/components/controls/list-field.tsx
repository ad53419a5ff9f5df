import { Select } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import type { ControlProps } from './option-control.tsx';

/** Words separated by commas, as tags: some of those that the setting knows, or any. */
export function ListField({ state, describedBy }: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const { field, definition, text } = state;
  const value = text.split(/[,\n]/).flatMap((part) => part.trim() || []);
  const known = definition?.choices?.map((word) => ({
    value: word,
    label: field.words?.[word] === undefined ? word : t(field.words[word]),
  }));
  return (
    <Select<string[]>
      id={field.key}
      mode={known === undefined ? 'tags' : 'multiple'}
      value={value}
      options={known ?? []}
      {...(known === undefined ? { open: false, suffixIcon: null, tokenSeparators: [',', ' ', '\n'] } : {})}
      {...(field.example === undefined ? {} : { placeholder: field.example })}
      aria-describedby={describedBy}
      onChange={(next) => edit(field.key, next.join(','))}
    />
  );
}
