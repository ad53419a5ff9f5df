import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import styles from './picture-preview.module.css';

/** What an address of a picture shows, or that it shows none. */
export function PicturePreview({ address }: { address: string }) {
  const t = useText();
  const [failed, setFailed] = useState<string>();
  if (failed === address) return <p className="quiet">{t('settings:picture.none')}</p>;
  return (
    <img
      className={styles.picture}
      src={address}
      alt={t('settings:picture.preview')}
      onError={() => setFailed(address)}
    />
  );
}
