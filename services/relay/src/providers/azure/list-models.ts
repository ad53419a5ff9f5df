import { listOpenaiModels } from '../list-openai-models.ts';
import type { Provider } from '../provider.ts';
import { classicVersion } from './paths.ts';

/** Base models of the region: deployments can only be listed with other rights. */
export const listModels: NonNullable<Provider['listModels']> = (host, credentials) => {
  const version = classicVersion(credentials);
  return listOpenaiModels(version === undefined ? '/openai/v1/models' : `/openai/models?api-version=${version}`)(
    host,
    credentials,
  );
};
