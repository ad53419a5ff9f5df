import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

const Deployment = Type.Object({
  model_name: Type.String({ minLength: 1 }),
  litellm_params: Type.Intersect([
    Type.Object({ model: Type.String({ minLength: 1 }) }),
    Type.Record(Type.String(), Type.Unknown()),
  ]),
});
export type Deployment = Static<typeof Deployment>;
const Config = Type.Object({ model_list: Type.Array(Deployment) });

export interface LiteLlmConfig {
  readonly deployments: readonly Deployment[];
  /** Names of the other sections. */
  readonly sections: readonly string[];
}

/** Reads a proxy's configuration. Throws what is wrong with it. */
export function readConfig(path: string): LiteLlmConfig {
  const config: unknown = parse(readFileSync(path, 'utf8'));
  if (!Value.Check(Config, config)) {
    const [error] = Value.Errors(Config, config);
    throw new Error(
      `${path} is no configuration of LiteLLM with a model_list: ${error?.instancePath} ${error?.message}`,
    );
  }
  return {
    deployments: config.model_list,
    sections: Object.keys(config).filter((name) => name !== 'model_list'),
  };
}
