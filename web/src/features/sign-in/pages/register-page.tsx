import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { Arrival } from '../components/arrival.tsx';
import { EntryCard } from '../components/entry-card.tsx';
import { RegistrationForm } from '../components/registration-form.tsx';
import { SecondStep } from '../components/second-step.tsx';
import { WaysIn } from '../components/ways-in.tsx';
import { keepInviter } from '../inviter.ts';
import { useSignIn } from '../use-sign-in.ts';

export function RegisterPage() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const site = useSiteStatus();
  const { awaitsCode, settle, startAgain } = useSignIn();
  const inviter = query.get('aff');
  useEffect(() => keepInviter(inviter), [inviter]);

  if (!site.register_enabled) {
    return (
      <Arrival>
        <EntryCard title={t('entry:register.closed')} text={t('entry:register.closedText')}>
          <ButtonLink to="/login" type="primary" size="large" block>
            {t('entry:signIn.submit')}
          </ButtonLink>
        </EntryCard>
      </Arrival>
    );
  }
  // An account elsewhere may turn out to be known here already, and to be guarded by a code.
  if (awaitsCode) {
    return (
      <Arrival>
        <SecondStep onSignedIn={settle} onStartAgain={startAgain} />
      </Arrival>
    );
  }
  return (
    <Arrival>
      <EntryCard
        title={t('entry:register.title')}
        text={t('entry:register.text')}
        links={
          <span>
            {t('entry:register.hasAccount')} <Link to="/login">{t('entry:signIn.submit')}</Link>
          </span>
        }
      >
        {site.password_register && (
          <RegistrationForm onRegistered={() => void navigate('/login', { state: 'registered' })} />
        )}
        <WaysIn onSignedIn={settle} divided={site.password_register} withPasskey={false} />
      </EntryCard>
    </Arrival>
  );
}
