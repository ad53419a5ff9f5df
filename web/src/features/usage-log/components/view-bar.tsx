import { CloseOutlined } from '@ant-design/icons';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { type LogQuery, viewSearch } from '../log-query.ts';
import { useSavedViews } from '../use-saved-views.ts';
import { SaveView } from './save-view.tsx';
import styles from './view-bar.module.css';

const standard: readonly { text: TextKey; search: string }[] = [
  { text: 'log:view.today', search: '' },
  { text: 'log:view.week', search: 'span=week' },
  { text: 'log:view.errors', search: 'span=week&type=5' },
  { text: 'log:view.expensive', search: 'span=week&type=2&cost=0.1' },
];

/** Ready filters and the person's own, one press each. */
export function ViewBar({ query, onShow }: { query: LogQuery; onShow: (search: string) => void }) {
  const t = useText();
  const { views, save, remove } = useSavedViews();
  const current = viewSearch(query);
  const isKnown = [...standard, ...views].some(({ search }) => search === current);
  return (
    <ul className={styles.bar} aria-label={t('log:view.label')}>
      {standard.map(({ text, search }) => (
        <View key={text} name={t(text)} current={search === current} onShow={() => onShow(search)} />
      ))}
      {views.map(({ name, search }) => (
        <View
          key={`own ${name}`}
          name={name}
          current={search === current}
          onShow={() => onShow(search)}
          onRemove={() => remove(name)}
        />
      ))}
      {!isKnown && (
        <li>
          <SaveView onSave={(name) => save({ name, search: current })} />
        </li>
      )}
    </ul>
  );
}

function View(props: { name: string; current: boolean; onShow: () => void; onRemove?: () => void }) {
  const t = useText();
  return (
    <li className={props.current ? `${styles.view} ${styles.current}` : styles.view}>
      <button type="button" className={styles.name} aria-pressed={props.current} onClick={props.onShow}>
        <bdi>{props.name}</bdi>
      </button>
      {props.onRemove !== undefined && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('log:view.remove', { name: props.name })}
          title={t('log:view.remove', { name: props.name })}
          onClick={props.onRemove}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
