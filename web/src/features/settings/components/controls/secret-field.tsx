import { Button, Input } from 'antd';
import { StatusDot } from '../../../../components/status-dot.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import type { ControlProps } from './option-control.tsx';
import styles from './secret-field.module.css';

/** A secret that never comes back from the server: whether it is set, a new one, or none from now on. */
export function SecretField({ state, describedBy }: ControlProps) {
  const t = useText();
  const { edit, clear, forget } = useEditing();
  const { field, definition, text, draft } = state;
  const isSet = definition?.set === true;
  const isCleared = draft?.clear === true;
  return (
    <div className={styles.secret}>
      <div className={styles.state}>
        <StatusDot tone={isSet && !isCleared ? 'good' : 'quiet'}>
          {isCleared ? t('settings:secret.toClear') : isSet ? t('settings:secret.set') : t('settings:secret.notSet')}
        </StatusDot>
        {isCleared ? (
          <Button size="small" type="link" onClick={() => forget([field.key])}>
            {t('settings:secret.keep')}
          </Button>
        ) : (
          isSet && (
            <Button size="small" type="link" danger onClick={() => clear(field.key)}>
              {t('settings:secret.clear')}
            </Button>
          )
        )}
      </div>
      <Input.Password
        id={field.key}
        dir="ltr"
        autoComplete="new-password"
        placeholder={isSet ? t('settings:secret.replace') : t('settings:secret.enter')}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => edit(field.key, event.target.value)}
      />
    </div>
  );
}
