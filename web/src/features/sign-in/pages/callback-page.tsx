import { Alert, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { ButtonLink } from '../../../components/button-link.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { finishAtProvider } from '../api.ts';
import { Arrival } from '../components/arrival.tsx';
import { EntryCard } from '../components/entry-card.tsx';
import { SecondStep } from '../components/second-step.tsx';
import { useSignIn } from '../use-sign-in.ts';

const providers = ['github', 'linuxdo', 'oidc', 'telegram'];
/** Time to read why it failed. */
const onwardMs = 4000;

/** Where providers send people back to: binds the account, or signs in. */
export function CallbackPage() {
  const { provider = '' } = useParams();
  if (!providers.includes(provider)) return <Navigate to="/login" replace />;
  return <Callback provider={provider} />;
}

type Step = 'asking' | 'settled' | 'bound' | { readonly refusal: string };

function Callback({ provider }: { provider: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { awaitsCode, settle } = useSignIn();
  const [step, setStep] = useState<Step>('asking');
  // What the provider has sent works once, and effects may run twice.
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    finishAtProvider(provider, search)
      .then(async (returned) => {
        if (returned.isBound) return setStep('bound');
        await settle(returned.outcome);
        setStep('settled');
      })
      .catch((error: unknown) => setStep({ refusal: failureText(error, t) }));
  }, [provider, search, settle, t]);

  const failed = typeof step === 'object';
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => void navigate('/setting', { replace: true }), onwardMs);
    return () => clearTimeout(timer);
  }, [failed, navigate]);

  if (step === 'bound') return <Navigate to="/setting" replace state="bound" />;
  if (awaitsCode) {
    return (
      <Arrival>
        <SecondStep onSignedIn={settle} onStartAgain={() => void navigate('/login', { replace: true })} />
      </Arrival>
    );
  }
  if (step === 'settled') return <Arrival>{null}</Arrival>;
  if (failed) {
    return (
      <EntryCard title={t('entry:callback.failed')} text={t('entry:callback.onward')}>
        <Alert type="error" showIcon role="alert" title={step.refusal} />
        <ButtonLink to="/setting" type="primary" size="large" block>
          {t('entry:callback.go')}
        </ButtonLink>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('entry:callback.title')} text={t('entry:callback.text')}>
      <Spin size="large" aria-label={t('common:loading')} />
    </EntryCard>
  );
}
