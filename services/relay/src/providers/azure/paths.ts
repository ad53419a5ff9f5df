import type { Credentials, Target } from '../provider.ts';

/** The version of the addresses by deployment; undefined for those of the new kind, which need none. */
export function classicVersion({ other }: Credentials): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(other.trim()) ? other.trim() : undefined;
}

/** Path of one of OpenAI's calls, of the kind that the channel is set to. */
export function pathFor(call: string): (target: Target) => string {
  return ({ model, credentials }) => {
    const version = classicVersion(credentials);
    if (version !== undefined) {
      return `/openai/deployments/${encodeURIComponent(deploymentOf(model))}/${call}?api-version=${version}`;
    }
    return `/openai/v1/${call}${credentials.other.trim() === 'preview' ? '?api-version=preview' : ''}`;
  };
}

/** Responses have one address for all deployments. */
export function responsesPath(target: Target): string {
  const version = classicVersion(target.credentials);
  return version === undefined ? pathFor('responses')(target) : `/openai/responses?api-version=${version}`;
}

/** Old names of deployments could hold no dots. */
function deploymentOf(model: string): string {
  return model.startsWith('gpt-3.5') ? model.replaceAll('.', '') : model;
}

/** Path of a realtime session: the one call that names its deployment in the query. */
export function realtimePath({ model, credentials }: Target): string {
  const deployment = encodeURIComponent(deploymentOf(model));
  const version = classicVersion(credentials);
  if (version === undefined) return `/openai/v1/realtime?model=${deployment}`;
  return `/openai/realtime?api-version=${version}&deployment=${deployment}`;
}
