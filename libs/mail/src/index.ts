export { openMail, queueMail } from './queue.ts';
export { type Mail, type MailServer, mailServer, sendMail } from './send.ts';
