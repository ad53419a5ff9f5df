import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

const text = (maxLength: number) => Type.String({ default: '', maxLength });

const ownFilter = {
  mj_id: text(200),
  /** Unix milliseconds, or seconds; 0 is no bound. */
  start_timestamp: Type.Integer({ default: 0 }),
  end_timestamp: Type.Integer({ default: 0 }),
};

export const OwnQuery = Type.Object({ ...ownFilter, ...pageQuery });
export const WholeQuery = Type.Object({ ...ownFilter, ...pageQuery, channel_id: Type.Integer({ default: 0 }) });
export type DrawingQuery = Static<typeof OwnQuery> & { channel_id?: number };

/** Times in milliseconds, 0 when unset. */
export const DrawingView = Type.Object({
  id: Type.Integer(),
  code: Type.Integer(),
  user_id: Type.Integer(),
  action: Type.String(),
  mj_id: Type.String(),
  prompt: Type.String(),
  prompt_en: Type.String(),
  description: Type.String(),
  state: Type.String(),
  submit_time: Type.Integer(),
  start_time: Type.Integer(),
  finish_time: Type.Integer(),
  image_url: Type.String(),
  status: Type.String(),
  progress: Type.String(),
  fail_reason: Type.String(),
  /** Administrators only. */
  channel_id: Type.Optional(Type.Integer()),
  quota: Type.Integer(),
  /** JSON text. */
  buttons: Type.String(),
  /** JSON text. */
  properties: Type.String(),
});
export type DrawingView = Static<typeof DrawingView>;

export const DrawingPage = pageOf(DrawingView);
