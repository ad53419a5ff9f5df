import type { Database } from '@switchyard/db';
import type { Kv } from '@switchyard/kv';

/** Something that must hold for every user at every moment. */
export interface Invariant {
  readonly name: string;
  /** What must hold, in a sentence for administrators. */
  readonly says: string;
  /** Examines the users and answers where it does not hold; a user may appear more than once. */
  check(ports: AuditPorts, subjects: Subjects): Promise<readonly Finding[]>;
}

export interface AuditPorts {
  readonly db: Database;
  readonly kv: Kv;
}

export interface Subjects {
  readonly userIds: readonly number[];
  /** Of what is examined one by one only what began since, and before `until`. */
  readonly since?: Date;
  readonly until?: Date;
}

export interface Finding {
  readonly userId: number;
  /** Figures, for administrators. */
  readonly detail: string;
}
