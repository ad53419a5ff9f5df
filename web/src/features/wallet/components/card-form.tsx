import { Alert, Button, Spin } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { createDropIn, type DropIn } from '../airwallex.ts';
import type { OwnOrder, Payment } from '../api.ts';
import styles from './awaited-payment.module.css';

interface CardFormProps {
  readonly order: OwnOrder;
  readonly payment: Payment;
  readonly live: boolean;
}

/** The card provider's form in our page. What is typed there never comes to us. */
export function CardForm(props: CardFormProps) {
  const t = useText();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (!failed) return <MountedForm key={attempt} {...props} onFailure={() => setFailed(true)} />;
  return (
    <Alert
      type="error"
      showIcon
      title={t('wallet:card.noForm')}
      action={
        <Button
          size="small"
          onClick={() => {
            setFailed(false);
            setAttempt((last) => last + 1);
          }}
        >
          {t('common:retry')}
        </Button>
      }
    />
  );
}

function MountedForm({ order, payment, live, onFailure }: CardFormProps & { onFailure: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const paid = useEffectEvent(() => void navigate('/checkout-success'));
  const failed = useEffectEvent(onFailure);

  const mount = useEffectEvent(async (isGone: () => boolean): Promise<DropIn | undefined> => {
    const form = await createDropIn(order, payment, live);
    if (isGone() || place.current === null) return undefined;
    form.on('ready', () => setReady(true));
    form.on('success', () => paid());
    form.mount(place.current);
    return form;
  });

  useEffect(() => {
    let gone = false;
    const form = mount(() => gone);
    form.catch(() => {
      if (!gone) failed();
    });
    return () => {
      gone = true;
      form.then(
        (mounted) => mounted?.unmount(),
        () => undefined,
      );
    };
  }, []);

  return (
    <div className={styles.form} aria-busy={!ready}>
      {!ready && <Spin description={t('wallet:card.loading')}>{<div className={styles.blank} />}</Spin>}
      <div ref={place} />
    </div>
  );
}
