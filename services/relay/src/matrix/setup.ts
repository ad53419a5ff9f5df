import type { Host, HostReply } from '@switchyard/testing/hosts';
import type { Provider } from '../providers/provider.ts';
import type { Feature } from './features.ts';

export interface OpenHost {
  readonly url: string;
  /** Oldest first. */
  replies(): readonly Pick<HostReply, 'conversation' | 'refusal'>[];
  close(): Promise<void>;
}

/** A provider with the fake host that verifies what its real one verifies. */
export interface Setup {
  readonly provider: Provider;
  /** As the table names it. */
  readonly label: string;
  readonly open: () => Promise<OpenHost>;
  readonly key: string;
  readonly other?: string;
  /** Behind the host's own address. */
  readonly basePath?: string;
  /** The upstream's names of the models that are asked; that of `text` unless a feature needs another one. */
  readonly models: Readonly<Partial<Record<Feature, string>>> & { readonly text: string };
  /** Why the models reason when they are asked to, but nobody is shown what they think. */
  readonly hidesReasoning?: string;
  /** Whether the host counts tokens; it does unless said. */
  readonly tellsUsage?: boolean;
  /** Whether the host has a place for instructions; it has unless said. */
  readonly readsSystem?: boolean;
  /** Stands behind every answer. */
  readonly appendix?: string;
  /** Features that the upstream does not have, and why. */
  readonly cannot?: Readonly<Partial<Record<Feature, string>>>;
}

/** What is special about a provider; `hosts` are opened at one address. */
export interface SpecialSetup extends Partial<Omit<Setup, 'provider' | 'label'>> {
  /** Tells it from the provider's other setups. */
  readonly variant?: string;
  readonly hosts?: readonly Host[];
}

/** The channels' key at hosts that want nothing particular. */
export const key = 'sk-matrix';

/** Why a feature is not to be had, if so. */
export function lackOf({ cannot = {} }: Setup, feature: Feature): string | undefined {
  return cannot[feature] ?? (feature === 'reasoning with tools' ? (cannot.tools ?? cannot.reasoning) : undefined);
}

/** The upstream's name of the model that has the feature. */
export function modelFor({ models }: Setup, feature: Feature): string {
  return models[feature] ?? (feature === 'reasoning with tools' ? models.reasoning : undefined) ?? models.text;
}
