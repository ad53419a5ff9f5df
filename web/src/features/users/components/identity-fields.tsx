import { Form, Input, Select } from 'antd';
import { Link } from 'react-router-dom';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import styles from './user-form-view.module.css';

/** Names, password and groups. People change their own name and password in the personal settings. */
export function IdentityFields({ isOwn }: { isOwn: boolean }) {
  const t = useText();
  const groups = useGroupNames();
  return (
    <>
      {isOwn ? (
        <p className={styles.own}>
          {t('users:field.own')}{' '}
          <Link to="/setting?tab=personal&section=profile">{t('users:field.groupSettings')}</Link>
        </p>
      ) : (
        <>
          <div className={styles.pair}>
            <Form.Item
              name="username"
              label={t('users:field.username')}
              rules={[{ required: true, whitespace: true, message: t('users:field.usernameNeeded') }]}
            >
              <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} />
            </Form.Item>
            <Form.Item name="display_name" label={t('users:field.displayName')}>
              <Input autoComplete="off" maxLength={20} />
            </Form.Item>
          </div>
          <Form.Item
            name="password"
            label={t('users:field.password')}
            extra={t('users:field.passwordEnds')}
            rules={[{ min: 8, message: t('users:field.passwordShort') }]}
          >
            <Input.Password autoComplete="new-password" maxLength={128} placeholder={t('users:field.passwordNew')} />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="groups"
        label={t('users:field.group')}
        extra={
          <>
            {t('users:field.groupHint')}{' '}
            <Link to="/setting?tab=operation#groups">{t('users:field.groupSettings')}</Link>
          </>
        }
      >
        <Select
          mode="multiple"
          showSearch
          placeholder={t('users:field.groupChoose')}
          options={groups.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
    </>
  );
}
