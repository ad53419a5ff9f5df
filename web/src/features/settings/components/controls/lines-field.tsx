import { Input } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import type { ControlProps } from './option-control.tsx';

/** Phrases, one per line, with their count. */
export function LinesField({ state, describedBy }: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const { field, text } = state;
  const count = text.split('\n').filter((line) => line.trim() !== '').length;
  return (
    <div>
      <Input.TextArea
        id={field.key}
        dir="auto"
        spellCheck={false}
        autoSize={{ minRows: 6, maxRows: 18 }}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => edit(field.key, event.target.value)}
      />
      <p className="quiet" aria-live="polite">
        {t('settings:lineCount', { count })}
      </p>
    </div>
  );
}
