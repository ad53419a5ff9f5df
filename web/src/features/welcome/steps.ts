/** What an account and, for operators, the installation have so far. Nothing here is ticked by hand. */
export interface Standing {
  /** Of an operator only. */
  readonly site: SiteStanding | undefined;
  /** Of root only. */
  readonly mustChangePassword: boolean | undefined;
  readonly balance: number;
  readonly keys: number;
  readonly requests: number;
}

export interface SiteStanding {
  readonly channels: number;
  /** Whether some channel has answered a test. */
  readonly isTested: boolean;
  /** Models that are served without a price. */
  readonly unpriced: number;
  /** Of root only. */
  readonly address: string | undefined;
}

export type StepName = 'password' | 'channel' | 'test' | 'prices' | 'address' | 'credit' | 'key' | 'request';

export interface Step {
  readonly name: StepName;
  readonly done: boolean;
}

/** What is to be done up to the first request, in order. Steps that others took for the person are left out. */
export function stepsOf({ site, mustChangePassword, balance, keys, requests }: Standing): Step[] {
  const called = requests > 0;
  const ofSite: Step[] =
    site === undefined
      ? []
      : [
          { name: 'channel', done: site.channels > 0 },
          { name: 'test', done: site.isTested },
          { name: 'prices', done: site.channels > 0 && site.unpriced === 0 },
          ...(site.address === undefined ? [] : [{ name: 'address', done: site.address !== '' } as const]),
        ];
  const password: Step[] = mustChangePassword === undefined ? [] : [{ name: 'password', done: !mustChangePassword }];
  // A step that is over before it begins tells nobody anything.
  const credit: Step[] = balance > 0 || called ? [] : [{ name: 'credit', done: false }];
  return [
    ...password,
    ...ofSite,
    ...credit,
    { name: 'key', done: keys > 0 || called },
    { name: 'request', done: called },
  ];
}

/** The step to take now; undefined when all are done. */
export function nextStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ done }) => !done);
}
