import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { sessionEnd } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { Arrival } from '../components/arrival.tsx';
import { EntryCard } from '../components/entry-card.tsx';
import { SecondStep } from '../components/second-step.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { WaysIn } from '../components/ways-in.tsx';
import { useSignIn } from '../use-sign-in.ts';

export function SignInPage() {
  const t = useText();
  const { password_login: byPassword, register_enabled: canRegister } = useSiteStatus();
  const [asRoot, setAsRoot] = useState(false);
  const { awaitsCode, settle, startAgain } = useSignIn();

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
        title={t('entry:signIn.title')}
        text={t('entry:signIn.text')}
        links={
          canRegister && (
            <span>
              {t('entry:signIn.noAccount')} <Link to="/register">{t('entry:register.link')}</Link>
            </span>
          )
        }
      >
        <Reason />
        {(byPassword || asRoot) && <SignInForm onSignedIn={settle} />}
        <WaysIn onSignedIn={settle} divided={byPassword || asRoot} />
        {/* Root can always sign in with its password, so that no switch locks everybody out. */}
        {!byPassword && !asRoot && (
          <Button type="text" onClick={() => setAsRoot(true)}>
            {t('entry:signIn.asRoot')}
          </Button>
        )}
      </EntryCard>
    </Arrival>
  );
}

/** Why the person is here, when they did not come by themselves. */
function Reason() {
  const t = useText();
  const [query] = useSearchParams();
  const { state } = useLocation();
  if (state === 'registered') return <Alert type="success" showIcon title={t('entry:register.done')} />;
  if (query.has('expired')) return <Alert type="info" showIcon title={t('entry:signIn.expired')} />;
  const end = sessionEnd();
  if (end === 'left') return <Alert type="success" showIcon title={t('entry:signIn.left')} />;
  if (end === 'unconfirmed') {
    const [title, description] = [t('entry:signIn.unconfirmed'), t('entry:signIn.unconfirmedText')];
    return <Alert type="warning" showIcon title={title} description={description} />;
  }
  if (end === 'deleted') return <Alert type="success" showIcon title={t('entry:signIn.deleted')} />;
  return null;
}
