import type { Options } from '@switchyard/contracts';
import { codeMinutes } from './email-code.ts';

interface Text {
  readonly subject: string;
  readonly text: string;
}

type Site = Pick<Options, 'SystemName' | 'ServerAddress'>;

/** Minutes that the link of a reset mail is valid. */
export const resetMinutes = 15;

const notYou = 'If this was not you, you need not do anything.';

export function codeText(site: Site, code: string): Text {
  return write(site, `${site.SystemName}: your verification code`, [
    `Your verification code is ${code}.`,
    `It is valid for ${codeMinutes} minutes. Do not pass it on. ${notYou}`,
  ]);
}

/** For the owner of an address with which somebody tries to register or to bind. */
export function addressUsedText(site: Site): Text {
  return write(site, `${site.SystemName}: this address has an account`, [
    'Somebody asked for a verification code for this address, but an account here uses it already.',
    `Sign in to that account or, if you have forgotten the password, ask for a reset there. ${notYou}`,
  ]);
}

export function resetText(site: Site, address: string, token: string): Text {
  const link = `${site.ServerAddress}/user/reset?${new URLSearchParams({ email: address, token })}`;
  return write(site, `${site.SystemName}: reset your password`, [
    `Open this page to get a new password:\n${link}`,
    `The link works once, within ${resetMinutes} minutes. ${notYou}`,
  ]);
}

export function passwordResetText(site: Site): Text {
  return write(site, `${site.SystemName}: your password was reset`, [
    'Your password was reset by the link in a mail to this address. All sessions and the access token have ended.',
    'If this was not you, somebody reads your mail: secure your mail box, then reset the password again.',
  ]);
}

/** For the address that an account had before. */
export function addressChangedText(site: Site, username: string): Text {
  return write(site, `${site.SystemName}: the address of your account was changed`, [
    `The account ${username} has a new e-mail address. This one does not belong to it any more.`,
    'If this was not you, change your password and ask the administrator for help.',
  ]);
}

function write({ SystemName, ServerAddress }: Site, subject: string, paragraphs: readonly string[]): Text {
  return { subject, text: [...paragraphs, [SystemName, ServerAddress].filter(Boolean).join('\n')].join('\n\n') };
}
