import { ButtonLink } from '../../../components/button-link.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { AddressCard } from './address-card.tsx';
import styles from './hero.module.css';
import { Tracks } from './tracks.tsx';

export function Hero() {
  const t = useText();
  return (
    <section className={styles.hero}>
      <Tracks />
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('entry:home.title')}</h1>
          <p className={styles.text}>{t('entry:home.text')}</p>
          <div className={styles.actions}>
            <FirstStep />
            <ButtonLink to="/pricing" size="large">
              {t('entry:home.prices')}
            </ButtonLink>
          </div>
        </div>
        <AddressCard />
      </div>
    </section>
  );
}

function FirstStep() {
  const t = useText();
  const user = useUser();
  const { register_enabled: canRegister } = useSiteStatus();
  if (user !== undefined) {
    return (
      <ButtonLink to="/token" type="primary" size="large">
        {t('entry:home.console')}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={canRegister ? '/register' : '/login'} type="primary" size="large">
      {canRegister ? t('entry:home.register') : t('entry:signIn.submit')}
    </ButtonLink>
  );
}
