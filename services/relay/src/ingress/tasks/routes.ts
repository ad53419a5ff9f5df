import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import { midjourneyRoutes } from './midjourney/routes.ts';
import { sunoRoutes } from './suno/routes.ts';
import { videoRoutes } from './video/routes.ts';

/** Work that outlives its request, for callers with a key. */
export function taskRoutes(api: FastifyInstance, relay: Relay): void {
  midjourneyRoutes(api, relay);
  sunoRoutes(api, relay);
  videoRoutes(api, relay);
}
