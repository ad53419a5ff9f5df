import { InputNumber } from 'antd';
import { useState } from 'react';

interface InlineNumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly onSave: (value: number) => void;
}

/** A figure edited in place: saved on leaving or Enter, raised to the minimum, left alone when emptied. */
export function InlineNumber({ label, value, min, onSave }: InlineNumberProps) {
  /** Null: emptied. Undefined: not edited. */
  const [draft, setDraft] = useState<number | null>();

  function save() {
    if (draft !== null && draft !== undefined) {
      const next = Math.max(min, Math.trunc(draft));
      if (next !== value) onSave(next);
    }
    setDraft(undefined);
  }

  return (
    <InputNumber
      size="small"
      aria-label={label}
      value={draft === undefined ? value : draft}
      precision={0}
      controls={false}
      variant="filled"
      style={{ width: 54 }}
      onChange={setDraft}
      onBlur={save}
      onPressEnter={({ target }) => target instanceof HTMLElement && target.blur()}
      onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
    />
  );
}
