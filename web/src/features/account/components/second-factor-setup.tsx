import { Copyable } from '../../../components/copyable.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type AuthenticatorSecret, enableSecondFactor } from '../api.ts';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor-setup.module.css';

interface SecondFactorSetupProps {
  /** Undefined: closed. */
  readonly secret: AuthenticatorSecret | undefined;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Scan or type the secret, then show by a code that the app has it. */
export function SecondFactorSetup({ secret, onDone, onClose }: SecondFactorSetupProps) {
  const t = useText();
  return (
    <Dialog
      open={secret !== undefined}
      title={t('account:twoFactor.title')}
      footer={null}
      width={460}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {secret !== undefined && (
        <CodeForm
          label={t('account:twoFactor.enter')}
          submitText={t('account:twoFactor.enable')}
          onSubmit={async (code) => onDone(await enableSecondFactor(code))}
        >
          <p className="quiet">{t('account:twoFactor.scan')}</p>
          <img
            className={styles.picture}
            src={secret.qr_code}
            alt={t('account:twoFactor.picture')}
            width={200}
            height={200}
          />
          <p className={styles.typed}>
            <span className="quiet">{t('account:twoFactor.orType')}</span>
            <Copyable text={secret.secret} marked />
          </p>
        </CodeForm>
      )}
    </Dialog>
  );
}
