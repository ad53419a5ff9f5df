import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

export const AuditQuery = Type.Object({
  ...pageQuery,
  username: Type.String({ default: '', maxLength: 64 }),
  /** Part of the content, any case. */
  keyword: Type.String({ default: '', maxLength: 200 }),
  /** Unix seconds; 0 is no bound. */
  start_timestamp: Type.Integer({ default: 0 }),
  end_timestamp: Type.Integer({ default: 0 }),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditPage = pageOf(
  Type.Object({
    id: Type.Integer(),
    /** Unix seconds. */
    created_at: Type.Integer(),
    user_id: Type.Integer(),
    username: Type.String(),
    ip: Type.String(),
    request_id: Type.String(),
    content: Type.String(),
  }),
);

export const AuditVerdict = Type.Object({
  intact: Type.Boolean(),
  entries: Type.Integer(),
  /** Id of the first entry that was changed, removed or slipped in; 0 when the log is intact. */
  first_broken: Type.Integer(),
  /** Hash of the last link, in hex. Whoever notes it elsewhere can tell later that the end was not cut off. */
  head: Type.String(),
});
