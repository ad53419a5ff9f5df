import { useId, useState } from 'react';
import { CopyLine } from '../../../components/copy-line.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { type AddressSample, addressSamples, MARK } from '../address-samples.ts';
import styles from './address-card.module.css';

/** The address to give to an SDK, and where it goes. */
export function AddressCard() {
  const t = useText();
  const server = useServerAddress();
  const panel = useId();
  const [chosen, setChosen] = useState<AddressSample | undefined>(addressSamples[0]);
  if (chosen === undefined) return null;
  const base = chosen.baseOf(server);
  return (
    <div className={styles.card}>
      <fieldset className={styles.tabs} aria-label={t('entry:home.dialects')}>
        {addressSamples.map((sample) => (
          <button
            key={sample.id}
            type="button"
            aria-pressed={sample.id === chosen.id}
            aria-controls={panel}
            className={styles.tab}
            onClick={() => setChosen(sample)}
          >
            {sample.name}
          </button>
        ))}
      </fieldset>
      <div id={panel} className={styles.body}>
        <p className={styles.label}>{t('entry:home.base')}</p>
        <CopyLine text={base} label={t('entry:home.base')} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
        <pre className={styles.code} dir="ltr" tabIndex={0}>
          {chosen.code(base).map((line) => (
            <Line key={line} line={line} />
          ))}
        </pre>
      </div>
    </div>
  );
}

function Line({ line }: { line: string }) {
  const changed = line.startsWith(MARK);
  return (
    <span className={changed ? `${styles.line} ${styles.changed}` : styles.line}>{line.replace(MARK, '') || ' '}</span>
  );
}
