import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { version } from '../version.ts';

const description = `Calls of the console, made from the schemas that it checks them against.

Every answer is \`{success, message, data}\`. What is expected to go wrong is answered with status 200, \`success: false\` and a
sentence for people. 401: not signed in; 403: not allowed; 429: too many calls, see \`Retry-After\`.

Programs authenticate with a system access token and the id of its user: \`Authorization: Bearer at_…\` and \`New-Api-User: <id>\`.`;

/** Where calls of the console are. */
export const callPaths = /^\/(api|admin)\b/;

/** Gathers the schemas of the routes that are registered after it, as OpenAPI 3.1. */
export function describeCalls(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Switchyard console', version, description },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          user: { type: 'apiKey', in: 'header', name: 'New-Api-User' },
        },
      },
    },
    transform({ schema, url, route }) {
      const access = route.config?.access;
      // The relay's paths are described by those whose forms they follow.
      if (access === undefined || !callPaths.test(url)) return { schema: { hide: true }, url };
      const [, first = '', second = first] = url.split('/');
      const { body, querystring, ...rest } = (schema ?? {}) as Record<string, unknown>;
      const own: FastifySchema = {
        ...rest,
        ...(body ? { body: asWritten(body) } : {}),
        ...(querystring ? { querystring: asWritten(querystring) } : {}),
        ...(typeof route.method === 'string' ? { operationId: nameOf(route.method, url) } : {}),
        tags: [second],
        description: `For: ${access}.`,
        security: access === 'public' || access === 'callback' ? [] : [{ bearer: [], user: [] }],
      };
      return { schema: own, url };
    },
  });
}

/** For generators of clients: `get_api_log_self`. */
function nameOf(method: string, url: string): string {
  return `${method}${url}`.replaceAll(/\W+/g, '_').replace(/_$/, '').toLowerCase();
}

/** The schema for callers: they may leave out what has a default. */
function asWritten(schema: unknown): unknown {
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, object> };
  return { ...(schema as object), required: required.filter((name) => !('default' in (properties[name] ?? {}))) };
}
