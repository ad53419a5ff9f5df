import type { Patch } from '../patch.ts';
import { classicVersion } from './paths.ts';

/** The first version that can be asked for usage in streams. */
const firstWithUsage = '2024-09';

export const dropStreamOptions: Patch = (edit, { credentials }) => {
  const version = classicVersion(credentials);
  if (version !== undefined && version < firstWithUsage) edit.remove('stream_options');
};
