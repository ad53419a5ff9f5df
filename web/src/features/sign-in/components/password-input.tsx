import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { type ComponentProps, useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import styles from './text-input.module.css';
import { TextInput } from './text-input.tsx';

/** A password, which a button shows and hides. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.password}>
      <TextInput {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className={styles.eye}
        aria-label={t('entry:password.show')}
        aria-pressed={shown}
        onClick={() => setShown((last) => !last)}
      >
        {shown ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
      </button>
    </span>
  );
}
