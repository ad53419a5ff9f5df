import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

const text = (maxLength: number) => Type.String({ default: '', maxLength });

const ownFilter = {
  task_id: text(200),
  platform: text(20),
  action: text(40),
  status: text(20),
  /** Unix seconds; 0 is no bound. */
  start_timestamp: Type.Integer({ default: 0 }),
  end_timestamp: Type.Integer({ default: 0 }),
};

export const OwnQuery = Type.Object({ ...ownFilter, ...pageQuery });
export const WholeQuery = Type.Object({ ...ownFilter, ...pageQuery, channel_id: Type.Integer({ default: 0 }) });
export type TaskQuery = Static<typeof OwnQuery> & { channel_id?: number };

/** Times in seconds, 0 when unset. */
export const TaskView = Type.Object({
  id: Type.Integer(),
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  task_id: Type.String(),
  platform: Type.String(),
  user_id: Type.Integer(),
  /** Administrators only. */
  channel_id: Type.Optional(Type.Integer()),
  quota: Type.Integer(),
  action: Type.String(),
  status: Type.String(),
  fail_reason: Type.String(),
  submit_time: Type.Integer(),
  start_time: Type.Integer(),
  finish_time: Type.Integer(),
  progress: Type.String(),
  properties: Type.Object({ input: Type.String() }),
  /** Plays a finished video without a key; '' for everything else. */
  video_url: Type.String(),
  /** As the upstream told it. */
  data: Type.Unknown(),
});
export type TaskView = Static<typeof TaskView>;

export const TaskPage = pageOf(TaskView);
