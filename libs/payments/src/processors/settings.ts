import type { Options, Secrets } from '@switchyard/contracts';
import type { CidrList } from '@switchyard/http';

/** What a processor is made of. */
export interface ProcessorSettings {
  readonly options: Options;
  readonly secrets: Secrets;
  /** Private ranges in which gateways of the operator's own may have their address. */
  readonly allow: CidrList;
  /** Where vendors' APIs answer, by processor; where none is said, at the vendor's own address. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Keeps what was said, for administrators who look for a fault. The text holds no secret. */
  record(processor: string, content: string): Promise<void>;
}
