/** What a call asks for: the action that names model and price, and the task it builds on. */
export interface MidjourneyAction {
  readonly action: string;
  readonly originId?: string;
}

/** Billed model of an action. */
export function modelOf(action: string, mode?: string): string {
  if (action === 'SWAP_FACE') return 'swap_face';
  return `mj_${mode === undefined ? '' : `${mode}_`}${action.toLowerCase()}`;
}

const jobs: readonly (readonly [RegExp, string])[] = [
  [/^video_virtual_upscale/, 'UPSCALE'],
  [/^upsample/, 'UPSCALE'],
  [/^variation$/, 'VARIATION'],
  [/^high_variation/, 'HIGH_VARIATION'],
  [/^low_variation/, 'LOW_VARIATION'],
  [/^reroll/, 'REROLL'],
  [/^pan_/, 'PAN'],
  [/^animate_/, 'VIDEO'],
  [/^Outpaint/, 'ZOOM'],
  [/^CustomZoom/, 'CUSTOM_ZOOM'],
  [/^Inpaint/, 'INPAINT'],
  [/^PicReader/, 'IMAGINE'],
  [/^Picread/, 'DESCRIBE'],
];

/** The action behind a button such as `MJ::JOB::upsample::2::…`; undefined when we know no price for it. */
export function actionOfButton(customId: string): string | undefined {
  const [prefix, first, second] = customId.split('::');
  if (prefix !== 'MJ') return undefined;
  const job = first?.toUpperCase() === 'JOB' ? second : first;
  return jobs.find(([pattern]) => pattern.test(job ?? ''))?.[1];
}

const changes: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' };

/** `"<task> U2"`, `V1` to `V4`, or `R`; undefined for anything else. */
export function readSimpleChange(content: string): MidjourneyAction | undefined {
  const match = /^\s*(\S{1,200})\s+(?:([UV])[1-4]|(R))\s*$/i.exec(content);
  const letter = (match?.[2] ?? match?.[3])?.toUpperCase();
  const action = letter === undefined ? undefined : changes[letter];
  return match?.[1] !== undefined && action !== undefined ? { originId: match[1], action } : undefined;
}
