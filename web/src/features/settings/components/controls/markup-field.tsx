import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { OperatorContent } from '../../../../components/operator-content.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import styles from './markup-field.module.css';
import type { ControlProps } from './option-control.tsx';

/** Markdown, HTML or an https address, with a preview as people will see it. */
export function MarkupField({ state, describedBy }: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { field, text } = state;
  return (
    <div className={styles.field}>
      <Segmented
        className={styles.views ?? ''}
        value={view}
        onChange={setView}
        aria-label={t('settings:markup.view')}
        options={[
          { value: 'write', label: t('settings:markup.write') },
          { value: 'preview', label: t('settings:markup.preview') },
        ]}
      />
      <div className={styles.panes} data-view={view}>
        <Input.TextArea
          id={field.key}
          className={styles.text ?? ''}
          dir="auto"
          rows={16}
          aria-describedby={describedBy}
          value={text}
          onChange={(event) => edit(field.key, event.target.value)}
        />
        <section className={styles.preview} aria-label={t('settings:markup.preview')}>
          {text.trim() === '' ? (
            <p className="quiet">{t('settings:markup.empty')}</p>
          ) : (
            <OperatorContent text={text} title={t('settings:markup.preview')} />
          )}
        </section>
      </div>
    </div>
  );
}
