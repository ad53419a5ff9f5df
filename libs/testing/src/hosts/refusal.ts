import type { HostReply } from './host.ts';

export interface RefusalDetails {
  /** 400 unless said. */
  readonly status?: number;
  /** The host's machine-readable word for it. */
  readonly code?: string;
  /** The member at fault. */
  readonly param?: string;
}

/** A request that the real host refuses. Thrown, because the rules sit deep inside what reads the body. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, { status = 400, code, param }: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code ?? null;
    this.param = param ?? null;
  }
}

/** Refuses unless the condition holds. */
export function demand(condition: unknown, message: string, details?: RefusalDetails): asserts condition {
  if (!condition) throw new Refusal(message, details);
}

/** The answer, or its refusal as the host writes errors. */
export async function orRefuse(
  write: (refusal: Refusal) => HostReply,
  answer: () => HostReply | undefined | Promise<HostReply | undefined>,
): Promise<HostReply | undefined> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...write(error), refusal: error.message };
  }
}
