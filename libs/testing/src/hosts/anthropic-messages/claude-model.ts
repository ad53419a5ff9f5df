/** What a Claude model accepts, by its family and version. */
export interface ClaudeModel {
  /** Temperature and its like: one of temperature and top_p, freely, or not at all. */
  readonly sampling: 'one' | 'free' | 'refused';
  /**
   * How it thinks: by a budget, by a budget or adaptively, adaptively when asked, unless it is switched off, or always.
   */
  readonly thinking: 'budget' | 'either' | 'asked' | 'default' | 'always';
  readonly efforts: readonly string[];
  /** Whether a last turn of the assistant may be continued. */
  readonly prefill: boolean;
  /** Whether a call of a tool can be forced. */
  readonly forcedTools: boolean;
  /** Whether thinking is shown unless `display` says otherwise. */
  readonly shownThinking: boolean;
  /** Whether signatures vouch for all that came before the thinking, too. */
  readonly boundThinking: boolean;
  /** Whether `system` may be the role of a message. */
  readonly systemTurns: boolean;
}

/** What others accept who speak Anthropic's format. */
const otherMakers: ClaudeModel = {
  sampling: 'free',
  thinking: 'either',
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  prefill: true,
  forcedTools: true,
  shownThinking: true,
  boundThinking: false,
  systemTurns: false,
};

/** What the model of this name accepts; a Claude without a version is taken for the newest. */
export function claudeModel(name: string): ClaudeModel {
  if (!name.includes('claude')) return otherMakers;
  const [, family = '', major = '9', minor = '0'] =
    /claude-(fable|opus|sonnet|haiku)-(\d+)(?:-(\d{1,2})(?!\d))?/.exec(name) ?? [];
  const version = Number(`${major}.${minor}`);
  const bound = family === 'fable' ? version >= 5.1 : version >= 5.5;
  const always = family === 'fable' || (version >= 5.5 && !['sonnet', 'haiku'].includes(family));
  return {
    sampling: version <= 4.5 ? 'one' : version < 4.7 ? 'free' : 'refused',
    thinking:
      version <= 4.5 ? 'budget' : version < 4.7 ? 'either' : version < 5 ? 'asked' : always ? 'always' : 'default',
    efforts: effortsOf(family, version),
    prefill: version <= 4.5,
    forcedTools: !(bound && always),
    shownThinking: version < 4.7,
    boundThinking: bound,
    systemTurns: version >= 5 || (family === 'opus' && version >= 4.8),
  };
}

function effortsOf(family: string, version: number): string[] {
  if (version < 4.5 || (version === 4.5 && family !== 'opus')) return [];
  return ['low', 'medium', 'high', ...(version >= 4.7 ? ['xhigh'] : []), ...(version >= 4.6 ? ['max'] : [])];
}
