import { Button, Input } from 'antd';
import { useText } from '../lib/i18n.ts';
import { prettyJson } from '../lib/json-text.ts';
import styles from './json-field.module.css';

interface JsonFieldProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** Filled in by the template button. */
  readonly template?: object;
  readonly rows?: number;
}

/** Text area for a JSON object, for use inside a Form.Item that validates it. */
export function JsonField({ id, value = '', onChange, template, rows = 4 }: JsonFieldProps) {
  const t = useText();
  return (
    <div className={styles.field}>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        className={styles.text ?? ''}
        dir="ltr"
        spellCheck={false}
        value={value}
        autoSize={{ minRows: rows, maxRows: 18 }}
        {...(template === undefined ? {} : { placeholder: JSON.stringify(template, null, 2) })}
        onChange={(event) => onChange?.(event.target.value)}
      />
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
