import type { Schema } from '@switchyard/db';
import type { Selectable } from 'kysely';

export type TaskRow = Selectable<Schema['tasks']>;
