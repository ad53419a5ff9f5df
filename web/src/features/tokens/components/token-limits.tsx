import { Tooltip } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Token } from '../api.ts';
import styles from './token-limits.module.css';

/** In a word or two, what holds a key back beside its quota; all of it on hover and focus. */
export function TokenLimits({ token }: { token: Token }) {
  const t = useText();
  const models = token.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : [];
  const addresses = [token.allow_ips, token.deny_ips].filter(Boolean).join('\n');
  const rates = [
    { text: t('tokens:field.rpm'), value: token.rpm_limit },
    { text: t('tokens:field.tpm'), value: token.tpm_limit },
    { text: t('tokens:field.concurrency'), value: token.concurrency_limit },
  ].filter(({ value }) => value > 0);
  const limits = [
    ...(token.model_limits_enabled
      ? [{ text: t('tokens:limited.models', { count: models.length }), detail: models.join('\n') }]
      : []),
    ...(addresses === '' ? [] : [{ text: t('tokens:limited.addresses'), detail: addresses }]),
    ...(rates.length === 0
      ? []
      : [
          {
            text: t('tokens:limited.rates'),
            detail: rates.map(({ text, value }) => `${text}: ${value}`).join('\n'),
          },
        ]),
  ];
  if (limits.length === 0) return null;
  return (
    <span className={styles.limits}>
      {limits.map(({ text, detail }) => (
        <Tooltip key={text} title={<span className={styles.detail}>{detail}</span>}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it stands for shows on focus too */}
          <span className={styles.limit} tabIndex={0}>
            {text}
          </span>
        </Tooltip>
      ))}
    </span>
  );
}
