import { BarChartOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { vendorName } from '../../../lib/vendors.ts';
import type { PriceEntry } from '../api.ts';
import { type FixedPrice, fixedPriceOf, priceText, type TokenPrice } from '../prices.ts';
import { purposeOf, purposeTexts } from '../purposes.ts';
import styles from './price-cells.module.css';

export const fixedUnits: Record<FixedPrice, TextKey> = {
  perCall: 'pricing:unit.call',
  perSecond: 'pricing:unit.second',
  perMinute: 'pricing:unit.minute',
  perMillionCharacters: 'pricing:unit.millionCharacters',
};

/** Whose price is shown; a group that does not reach the model has none. */
export interface InGroup {
  readonly entry: PriceEntry;
  readonly group: string;
  readonly ratio: number;
}

export function ModelName({ entry }: { entry: PriceEntry }) {
  const t = useText();
  const seller = vendorName(entry.owner_by);
  const purpose = purposeOf(entry);
  const words = [seller, purpose && t(purposeTexts[purpose])].filter((word) => word !== undefined);
  return (
    <div className={styles.model}>
      <span className={styles.mark} aria-hidden="true">
        {(seller ?? entry.model_name).slice(0, 1).toUpperCase()}
      </span>
      <div className={styles.words}>
        <Copyable text={entry.model_name} />
        {words.length > 0 && <span className={styles.seller}>{words.join(' · ')}</span>}
      </div>
    </div>
  );
}

/** antd's coloured letters are too faint on their own ground. */
const readable = { color: 'var(--ant-color-text)' };

/** Charged by what is used, or a fixed price. */
export function Billing({ entry }: { entry: PriceEntry }) {
  const t = useText();
  const isFixed = entry.quota_type === 1;
  return (
    <Tag color={isFixed ? 'cyan' : 'blue'} style={readable}>
      {t(isFixed ? 'pricing:billing.fixed' : 'pricing:billing.usage')}
    </Tag>
  );
}

/** Groups that reach the model; a press shows its prices there. */
export function Groups(props: { entry: PriceEntry; chosen: string; onChoose: (group: string) => void }) {
  const t = useText();
  return (
    <div className={styles.groups}>
      {props.entry.enable_groups.map((group) => (
        <button
          key={group}
          type="button"
          className={group === props.chosen ? `${styles.group} ${styles.chosen}` : styles.group}
          aria-pressed={group === props.chosen}
          aria-label={t('pricing:group.show', { group })}
          onClick={() => props.onChoose(group)}
        >
          <bdi>{group}</bdi>
        </button>
      ))}
    </div>
  );
}

export function isReached({ entry, group }: InGroup): boolean {
  return entry.enable_groups.includes(group);
}

/** USD for a million tokens of a kind; a dash when the card has no such price. */
export function TokenPriceCell({ at, name }: { at: InGroup; name: TokenPrice }) {
  const usd = at.entry.card[name];
  if (usd === undefined || !isReached(at)) return <span className="quiet">—</span>;
  return <span className={`figures ${styles.price}`}>{priceText(usd, at.ratio)}</span>;
}

/** A price that is not for tokens, with its unit. */
export function FixedPriceCell({ at }: { at: InGroup }) {
  const t = useText();
  const fixed = fixedPriceOf(at.entry.card);
  if (fixed === undefined || !isReached(at)) return <span className="quiet">—</span>;
  return (
    <span className={styles.price}>
      <span className="figures">{priceText(fixed.usd, at.ratio)}</span>{' '}
      <span className={styles.unit}>{t(fixedUnits[fixed.name])}</span>
    </span>
  );
}

export function PriceActions({ entry, onOpen }: { entry: PriceEntry; onOpen: () => void }) {
  const t = useText();
  const name = entry.model_name;
  return (
    <span className={styles.actions}>
      {purposeOf(entry) === 'openai' && (
        <ButtonLink
          to={`/play?model=${encodeURIComponent(name)}`}
          type="text"
          size="small"
          icon={<PlayCircleOutlined />}
          aria-label={t('pricing:tryModel', { name })}
          title={t('pricing:try')}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<BarChartOutlined />}
        aria-label={t('pricing:compareModel', { name })}
        title={t('pricing:compare')}
        onClick={onOpen}
      />
    </span>
  );
}
