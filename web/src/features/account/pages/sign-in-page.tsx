import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LanguageMenu } from '../../../components/language-menu.tsx';
import { Logo } from '../../../components/logo.tsx';
import { ThemeToggle } from '../../../components/theme-toggle.tsx';
import { useText } from '../../../lib/i18n.ts';
import { storeUser, useUser } from '../../../lib/session.ts';
import { failureText, useFeedback } from '../../../lib/use-feedback.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type Credentials, signIn } from '../api.ts';
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
        <span className={styles.tools}>
          <LanguageMenu />
          <ThemeToggle />
        </span>
      </header>
      <main className={styles.main}>
        <div className={styles.panel}>
          <h1 className={styles.title}>{t('account:signIn.title')}</h1>
          <p className={styles.words}>{t('account:signIn.text')}</p>
          <SignInForm />
        </div>
      </main>
    </div>
  );
}

function SignInForm() {
  const t = useText();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit({ username = '', password = '' }: Partial<Credentials>) {
    if (username.trim() === '' || password === '') {
      setRefusal(t('account:signIn.both'));
      return;
    }
    setBusy(true);
    setRefusal(undefined);
    try {
      storeUser(await signIn({ username: username.trim(), password }));
      feedback.success(t('account:signIn.done'));
      void navigate('/token', { replace: true });
    } catch (error) {
      setRefusal(failureText(error, t));
      setBusy(false);
    }
  }

  return (
    <Form layout="vertical" requiredMark={false} onFinish={(values: Partial<Credentials>) => void submit(values)}>
      <div aria-live="polite">
        {refusal !== undefined && <Alert className={styles.alert ?? ''} type="error" showIcon title={refusal} />}
        {refusal === undefined && query.has('expired') && (
          <Alert className={styles.alert ?? ''} type="info" showIcon title={t('account:signIn.expired')} />
        )}
      </div>
      <Form.Item name="username" label={t('account:signIn.username')}>
        <Input size="large" autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="password" label={t('account:signIn.password')}>
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('account:signIn.submit')}
      </Button>
    </Form>
  );
}
