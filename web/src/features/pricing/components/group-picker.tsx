import { useText } from '../../../lib/i18n.ts';
import type { PriceList } from '../api.ts';
import styles from './group-picker.module.css';

interface GroupPickerProps {
  readonly list: PriceList;
  readonly chosen: string;
  readonly onChoose: (group: string) => void;
}

/** The groups whose prices the visitor may compare, with what they multiply prices by. */
export function GroupPicker({ list, chosen, onChoose }: GroupPickerProps) {
  const t = useText();
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.label}>{t('pricing:group.choose')}</legend>
      {Object.entries(list.ratios).map(([name, ratio]) => (
        <button
          key={name}
          type="button"
          className={name === chosen ? `${styles.group} ${styles.chosen}` : styles.group}
          aria-pressed={name === chosen}
          title={list.descriptions[name] ?? name}
          onClick={() => onChoose(name)}
        >
          <bdi>{name}</bdi>
          <span className={`figures ${styles.ratio}`}>×{ratio}</span>
        </button>
      ))}
    </fieldset>
  );
}
