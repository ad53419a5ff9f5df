import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Logo } from '../../../components/logo.tsx';
import { ThemeToggle } from '../../../components/theme-toggle.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { setLanguage, useLanguage, useText } from '../../../lib/i18n.ts';
import { languages } from '../../../lib/languages.ts';
import { storeUser, useUser } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { signIn } from '../api.ts';
import styles from './sign-in-page.module.css';

export function SignInPage() {
  const t = useText();
  const user = useUser();
  usePageTitle(t('account:signIn.title'));
  if (user !== undefined) return <Navigate to="/token" replace />;
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Logo />
        <ThemeToggle />
      </header>
      <main className={styles.main}>
        <div className={styles.panel}>
          <h1 className={styles.title}>{t('account:signIn.title')}</h1>
          <p className={styles.words}>{t('account:signIn.text')}</p>
          <SignInForm />
        </div>
        <LanguageLinks />
      </main>
    </div>
  );
}

function SignInForm() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit(fields: FormData) {
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    if (username === '' || password === '') return setRefusal(t('account:signIn.both'));
    setBusy(true);
    setRefusal(undefined);
    try {
      storeUser(await signIn({ username, password }));
      void navigate('/token', { replace: true, state: 'signed-in' });
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <div aria-live="polite">
        {refusal !== undefined && <Alert type="error" showIcon title={refusal} />}
        {refusal === undefined && query.has('expired') && (
          <Alert type="info" showIcon title={t('account:signIn.expired')} />
        )}
      </div>
      <label className={styles.field} htmlFor="username">
        {t('account:signIn.username')}
        <Input
          id="username"
          name="username"
          size="large"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <label className={styles.field} htmlFor="password">
        {t('account:signIn.password')}
        <Input.Password id="password" name="password" size="large" autoComplete="current-password" />
      </label>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('account:signIn.submit')}
      </Button>
    </form>
  );
}

/** All languages in their own names, one press away. */
function LanguageLinks() {
  const t = useText();
  const current = useLanguage();
  return (
    <nav className={styles.languages} aria-label={t('common:language')}>
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === current}
          className={styles.language}
          onClick={() => void setLanguage(code)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
