import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal } from '../../http/answer.ts';
import { setSessionCookies } from '../cookies.ts';
import { SecondFactorCode } from '../schema.ts';
import { countBackupCodes } from './backup-codes.ts';
import { BackupCodes, SecondFactorView, TotpSetup } from './schema.ts';
import {
  type Changed,
  disableSecondFactor,
  enableSecondFactor,
  replaceBackupCodes,
  setUpSecondFactor,
} from './service.ts';
import { hasSecondFactor } from './totp-repository.ts';

/** A user's own second factor: codes of an authenticator app, and backup codes for when it is lost. */
export function secondFactorRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db, keys } = context;
  const config = { access: 'user', sessionOnly: true } as const;

  function show(request: FastifyRequest, reply: FastifyReply, outcome: Changed | Refusal) {
    if (outcome instanceof Refusal) return answer(outcome);
    setSessionCookies(request, reply, keys.sessionKey, outcome.sid);
    return answer({ backup_codes: outcome.backupCodes });
  }

  return async (app) => {
    app.get('/', { config, schema: { response: answerOf(SecondFactorView) } }, async ({ user }) =>
      answer({ enabled: await hasSecondFactor(db, user.id), backup_codes: await countBackupCodes(db, user.id) }),
    );

    app.post('/setup', { config, schema: { response: answerOf(TotpSetup) } }, async (request) =>
      answer(await setUpSecondFactor(context, request)),
    );

    const schema = { body: SecondFactorCode, response: answerOf(BackupCodes) };
    app.post('/enable', { config, schema }, async (request, reply) =>
      show(request, reply, await enableSecondFactor(context, request, request.body.code)),
    );
    app.post('/disable', { config, schema }, async (request, reply) =>
      show(request, reply, await disableSecondFactor(context, request, request.body.code)),
    );
    app.post('/backup_codes', { config, schema }, async (request, reply) =>
      show(request, reply, await replaceBackupCodes(context, request, request.body.code)),
    );
  };
}
