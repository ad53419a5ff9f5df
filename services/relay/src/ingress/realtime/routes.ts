import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import { openSession } from './open-session.ts';

/** OpenAI's realtime sessions, with and without /v1. */
export function realtimeRoutes(app: FastifyInstance, relay: Relay): void {
  for (const prefix of ['/v1', '']) {
    app.get(`${prefix}/realtime`, (request, reply) => openSession(relay, request, reply));
  }
}
