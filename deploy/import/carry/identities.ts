import type { Findings } from '../findings.ts';
import type { SourceRow } from '../source/row.ts';

interface Identity {
  readonly provider: string;
  readonly subject: string;
}

/**
 * What is bound to a user there in a form that can be trusted here. GitHub is left out: there it is the login name, which its
 * owner can give up and another person take; here it is the number.
 */
export function identitiesIn(row: SourceRow, issuer: string, findings: Findings): Identity[] {
  const who = `${row.text('username')} (${row.integer('id')})`;
  for (const [column, provider] of [
    ['github_id', 'GitHub (a login name is no proof)'],
    ['lark_id', 'Lark'],
    ['discord_id', 'Discord'],
    ...(issuer === '' ? ([['oidc_id', 'OpenID Connect (set OIDCIssuer here first)']] as const) : []),
  ] as const) {
    if (given(row, column) !== '') findings.changed(`identities not carried: ${provider}`, who);
  }
  const subjects = {
    linuxdo: given(row, 'linux_do_id'),
    telegram: given(row, 'telegram_id'),
    wechat: given(row, 'wechat_id'),
    oidc: issuer === '' || given(row, 'oidc_id') === '' ? '' : `${issuer}#${given(row, 'oidc_id')}`,
  };
  return Object.entries(subjects)
    .filter(([, subject]) => subject !== '')
    .map(([provider, subject]) => ({ provider, subject }));
}

/** Some columns are numbers, of which 0 is none. */
function given(row: SourceRow, column: string): string {
  const text = row.text(column);
  return text === '0' ? '' : text;
}
