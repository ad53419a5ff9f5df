import { type CidrList, guardedFetch } from '@switchyard/http';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';

export interface Client {
  /** Address as the issuer writes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allow: CidrList;
}

const lifeMs = 3_600_000;
const algorithms = ['RS256', 'ES256'];
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

let known: { readonly client: string; readonly found: Promise<Configuration>; readonly until: number } | undefined;

/**
 * What an issuer says of itself (OpenID Connect Discovery 1.0), over https, on this machine also over http; looked up once an hour.
 * The keys of its tokens are kept with it, and fetched again for an unknown one.
 */
export function discoverIssuer(client: Client): Promise<Configuration> {
  const name = JSON.stringify([client.issuer, client.clientId, client.clientSecret]);
  if (known?.client === name && known.until > Date.now()) return known.found;
  const found = discover(client);
  known = { client: name, found, until: Date.now() + lifeMs };
  found.catch(() => {
    if (known?.found === found) known = undefined;
  });
  return found;
}

async function discover({ issuer, clientId, clientSecret, allow }: Client): Promise<Configuration> {
  const address = new URL(issuer);
  const fetch = guarded(allow);
  const insecure = loopback.test(address.hostname) ? [allowInsecureRequests] : [];
  const found = await discovery(address, clientId, undefined, undefined, { [customFetch]: fetch, execute: insecure });
  const metadata = found.serverMetadata();
  const configuration = new Configuration(
    narrowed(metadata),
    clientId,
    undefined,
    authentication(metadata)(clientSecret),
  );
  configuration[customFetch] = fetch;
  for (const extend of [enableNonRepudiationChecks, ...insecure]) extend(configuration);
  return configuration;
}

function narrowed(metadata: ServerMetadata): ServerMetadata {
  const { id_token_signing_alg_values_supported: offered = ['RS256'], ...others } = metadata;
  return {
    ...others,
    id_token_signing_alg_values_supported: algorithms.filter((algorithm) => offered.includes(algorithm)),
    // Checked when it comes, but not demanded: the state already names the provider, and there is one issuer.
    authorization_response_iss_parameter_supported: false,
  };
}

/** HTTP Basic, the standard's default, unless the issuer knows only the form. */
function authentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) {
  return methods && !methods.includes('client_secret_basic') ? ClientSecretPost : ClientSecretBasic;
}

function guarded(allow: CidrList): CustomFetch {
  return async (address, { method, headers, body }) => {
    const answer = await guardedFetch(address, {
      allow,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams && { body: String(body) }),
    });
    const type = answer.headers['content-type'];
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}
