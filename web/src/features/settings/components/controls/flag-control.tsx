import { Segmented, Switch } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { isSaved } from '../../editing/draft.ts';
import { useEditing } from '../../editing/editing.tsx';
import { missingFor } from '../../editing/problem.ts';
import { useInstantSave } from '../../editing/use-instant-save.ts';
import styles from './option-control.module.css';
import type { ControlProps } from './option-control.tsx';

/** A switch: drafted, or saved at once where the setting says so; two words where both states have a name. */
export function FlagControl(props: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const { field, text } = props.state;
  if (field.instant) return <InstantSwitch {...props} />;
  if (field.words !== undefined) {
    const options = Object.entries(field.words).map(([value, word]) => ({ value, label: t(word) }));
    return (
      <div>
        <Segmented
          id={field.key}
          value={text}
          options={options}
          onChange={(next) => edit(field.key, next)}
          aria-label={t(field.label)}
        />
      </div>
    );
  }
  return (
    <div>
      <Switch
        id={field.key}
        checked={text === 'true'}
        aria-describedby={props.describedBy}
        onChange={(on) => edit(field.key, String(on))}
      />
    </div>
  );
}

function InstantSwitch({ state, describedBy }: ControlProps) {
  const t = useText();
  const confirm = useConfirm();
  const { states = new Map() } = useEditing();
  const save = useInstantSave(state);
  const [busy, setBusy] = useState(false);
  const { field, saved } = state;
  const on = saved === 'true';
  const missing = on ? [] : missingFor({ ...state, text: 'true' }, states, isSaved);
  const missingId = `${field.key}-missing`;

  async function change(next: boolean) {
    setBusy(true);
    await save(next);
    setBusy(false);
  }

  function ask(next: boolean) {
    if (field.key !== 'PasswordLoginEnabled' || next) return void change(next);
    confirm({
      title: t('settings:PasswordLogin.confirm'),
      content: t('settings:PasswordLogin.confirmText'),
      okText: t('settings:PasswordLogin.disable'),
      onOk: () => change(false),
    });
  }

  return (
    <div>
      <Switch
        id={field.key}
        checked={on}
        loading={busy}
        disabled={missing.length > 0}
        aria-describedby={missing.length > 0 ? `${describedBy} ${missingId}` : describedBy}
        onChange={ask}
      />
      {missing.length > 0 && (
        <p id={missingId} className={styles.worth}>
          {t('settings:complaint.saveFirst', {
            names: missing.map((other) => t(other.label)).join(t('settings:listSeparator')),
          })}
        </p>
      )}
    </div>
  );
}
