import { Input, Segmented, Select } from 'antd';
import { JsonField } from '../../../../components/json-field.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { prettyJson } from '../../../../lib/json-text.ts';
import type { OptionState } from '../../editing/draft.ts';
import { useEditing } from '../../editing/editing.tsx';
import { ChatsField } from './chats-field.tsx';
import { FlagControl } from './flag-control.tsx';
import { LinesField } from './lines-field.tsx';
import { ListField } from './list-field.tsx';
import { MarkupField } from './markup-field.tsx';
import { NumberField } from './number-field.tsx';
import styles from './option-control.module.css';
import { PicturePreview } from './picture-preview.tsx';
import { SecretField } from './secret-field.tsx';

export interface ControlProps {
  readonly state: OptionState;
  readonly invalid: boolean;
  /** Ids of the hint and of what is wrong. */
  readonly describedBy: string;
}

/** The control that fits the kind of a setting. */
export function OptionControl(props: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const { state, invalid, describedBy } = props;
  const { field, definition, text, draft } = state;
  const change = (next: string) => edit(field.key, next);
  const words = (value: string) => (field.words?.[value] === undefined ? value : t(field.words[value]));
  if (definition === undefined) return null;
  if (definition.secret) return <SecretField {...props} />;

  switch (definition.kind) {
    case 'boolean':
      return <FlagControl {...props} />;
    case 'integer':
    case 'number':
      return <NumberField {...props} />;
    case 'choice': {
      const options = (definition.choices ?? []).map((value) => ({ value, label: words(value) }));
      return options.length > 4 ? (
        <Select id={field.key} value={text} options={options} onChange={change} aria-describedby={describedBy} />
      ) : (
        <div>
          <Segmented id={field.key} value={text} options={options} onChange={change} aria-label={t(field.label)} />
        </div>
      );
    }
    case 'html':
      return <MarkupField {...props} />;
    case 'lines':
      return <LinesField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'links':
      return <ChatsField {...props} />;
    case 'ratios':
    case 'texts':
      return (
        <JsonField
          id={field.key}
          label={t(field.label)}
          rows={8}
          value={draft === undefined ? prettyJson(text) : text}
          onChange={change}
        />
      );
    default:
      return (
        <>
          <Input
            id={field.key}
            className={styles.line ?? ''}
            {...(definition.kind === 'url' ? { dir: 'ltr', inputMode: 'url', spellCheck: false } : { dir: 'auto' })}
            {...(field.example === undefined ? {} : { placeholder: field.example })}
            status={invalid ? 'error' : ''}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
          {field.picture && !invalid && text !== '' && <PicturePreview address={text} />}
        </>
      );
  }
}
