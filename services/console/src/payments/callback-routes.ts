import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { processors } from './processors.ts';
import { settleNotice } from './settle-notice.ts';

const bodyLimit = 64 * 1024;
const statusOf = { settled: 200, 'unknown order': 404, unconfirmed: 503 } as const;

/** Where processors call. They prove themselves by the signature over the bytes that they sent. */
const callbacks = [
  { method: ['GET', 'POST'], url: '/user/epay/notify', processor: 'epay' },
  { method: ['POST'], url: '/user/usdt/notify', processor: 'usdt' },
  { method: ['POST'], url: '/user/cryptomus/notify', processor: 'cryptomus' },
  { method: ['POST'], url: '/user/airwallex/webhook', processor: 'airwallex' },
  { method: ['POST'], url: '/stripe/webhook', processor: 'stripe' },
] as const;

/** Calls of payment processors. A call that is not acknowledged comes again. */
export function callbackRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'callback' } as const;

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    for (const { method, url, processor } of callbacks) {
      const schema = { response: { '2xx': Type.String(), '4xx': Type.String(), '5xx': Type.Unknown() } };
      app.route({ method: [...method], url, config, schema, handler: answerTo(processor) });
    }
  };

  function answerTo(name: string) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      reply.type('text/plain; charset=utf-8');
      const processor = (await processors(context)).get(name);
      if (!processor) return reply.status(403).send('fail');
      const text = request.method === 'GET' ? queryOf(request.url) : String(request.body ?? '');
      const call = { headers: request.headers, text, sender: request.ip };
      const notice = await processor.readNotice(call);
      if (!notice) {
        context.figures.payments.inc({ processor: name, result: 'wrong_signature' });
        request.log.warn({ processor: name }, 'a payment callback with a wrong signature was refused');
        return reply.status(401).send('fail');
      }
      // As a socket names it that listens for both kinds of addresses.
      const sender = request.ip.replace(/^::ffff:/, '');
      if (processor.senders && !processor.senders.includes(sender)) {
        context.figures.payments.inc({ processor: name, result: 'other_sender' });
        request.log.warn(
          { processor: name, sender },
          'a signed payment callback comes from another address than its processor calls from: name your proxy in TRUSTED_PROXY_CIDRS, or change the key',
        );
      }
      const settled = await settleNotice(context, processor, notice, call, request.log);
      context.figures.payments.inc({ processor: name, result: settled.replace(' ', '_') });
      if (settled === 'unknown order') {
        request.log.error(
          { processor: name, order: notice.tradeNo },
          'a payment callback names an order that is not here',
        );
      }
      return reply.status(statusOf[settled]).send(settled === 'settled' ? processor.acknowledgement : 'fail');
    };
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
