import { Input } from 'antd';
import type { SearchProps } from 'antd/es/input';
import { useTyped } from '../lib/use-typed.ts';

interface SearchFieldProps extends Pick<SearchProps, 'className' | 'enterButton' | 'maxLength'> {
  readonly label: string;
  /** What is searched for. */
  readonly value: string;
  /** With Enter, the button or the cross; without blanks around it. */
  readonly onSearch: (word: string) => void;
}

/** A word to search a list by. It keeps the focus when it is applied. */
export function SearchField({ label, value, onSearch, ...look }: SearchFieldProps) {
  const [text, setText] = useTyped(value);
  return (
    <Input.Search
      {...look}
      placeholder={label}
      aria-label={label}
      allowClear
      value={text}
      onChange={({ target }) => setText(target.value)}
      onSearch={(typed) => onSearch(typed.trim())}
    />
  );
}
