import { AutoComplete } from 'antd';

interface NameInputProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** What is offered; anything else may be typed. */
  readonly names: readonly string[];
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** A name of the machine's: read left to right, in code letters. */
  readonly code?: boolean;
  readonly label?: string;
}

/** A text with suggestions, for use inside a Form.Item. */
export function NameInput({ names, code = false, label, ...props }: NameInputProps) {
  return (
    <AutoComplete<string>
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className={code ? 'code' : ''}
      options={names.map((value) => ({ value }))}
      showSearch={{ filterOption: (text, option) => isPart(text, String(option?.value)) }}
    />
  );
}

function isPart(text: string, name: string): boolean {
  return name.toLowerCase().includes(text.trim().toLowerCase());
}
