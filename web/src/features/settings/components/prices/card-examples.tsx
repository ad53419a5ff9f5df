import { Button } from 'antd';
import { type TextKey, useText } from '../../../../lib/i18n.ts';
import { parseJsonObject } from '../../../../lib/json-text.ts';
import { type CardPart, cardParts, withExample } from '../../prices/card-text.ts';
import styles from './card-dialog.module.css';

interface CardExamplesProps {
  readonly text: string;
  readonly onInsert: (text: string) => void;
}

const texts: Record<CardPart, TextKey> = {
  serviceTiers: 'settings:card.serviceTiers',
  offPeak: 'settings:card.offPeak',
  next: 'settings:card.next',
};

/** What a card can say beside prices, each with an example to begin with; off where the card says it already. */
export function CardExamples({ text, onInsert }: CardExamplesProps) {
  const t = useText();
  const card = parseJsonObject(text);

  function insert(part: CardPart) {
    const next = withExample(text, part, Date.now());
    if (next !== undefined) onInsert(next);
  }

  return (
    <ul className={styles.examples}>
      {cardParts.map((part) => (
        <li key={part} className={styles.example}>
          <span>
            <span className="code">{part}</span> {t(texts[part])}
          </span>
          <Button
            size="small"
            disabled={card === undefined || Object.hasOwn(card, part)}
            aria-label={t('settings:card.insertPart', { part })}
            onClick={() => insert(part)}
          >
            {t('settings:card.insert')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
