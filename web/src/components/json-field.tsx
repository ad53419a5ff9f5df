import { Button, Input } from 'antd';
import { lazy, Suspense } from 'react';
import { useText } from '../lib/i18n.ts';
import { prettyJson } from '../lib/json-text.ts';
import { useIsNarrow } from '../lib/use-media-query.ts';
import styles from './json-field.module.css';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

interface JsonFieldProps {
  readonly id?: string;
  /** For screen readers: labels of a page do not reach into an editor. */
  readonly label?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** Filled in by the template button. */
  readonly template?: object;
  readonly rows?: number;
}

/** An editor for a JSON object, for use inside a Form.Item that validates it; a plain text area on phones. */
export function JsonField({ id, label = 'JSON', value = '', onChange, template, rows = 4 }: JsonFieldProps) {
  const t = useText();
  const narrow = useIsNarrow();
  const placeholder = template === undefined ? '' : JSON.stringify(template, null, 2);
  const name = id === undefined ? {} : { id };
  const plain = (
    <Input.TextArea
      {...name}
      className={styles.text ?? ''}
      dir="ltr"
      spellCheck={false}
      value={value}
      autoSize={{ minRows: rows, maxRows: 18 }}
      placeholder={placeholder}
      aria-label={label}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
  return (
    <div className={styles.field}>
      {narrow ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <CodeEditor
            {...name}
            label={label}
            value={value}
            placeholder={placeholder}
            rows={rows}
            onChange={(next) => onChange?.(next)}
          />
        </Suspense>
      )}
      <div className={styles.tools}>
        {template !== undefined && value.trim() === '' && (
          <Button size="small" type="text" onClick={() => onChange?.(JSON.stringify(template, null, 2))}>
            {t('common:json.template')}
          </Button>
        )}
        <Button size="small" type="text" disabled={value.trim() === ''} onClick={() => onChange?.(prettyJson(value))}>
          {t('common:json.format')}
        </Button>
      </div>
    </div>
  );
}
