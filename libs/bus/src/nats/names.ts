/** What the bus is called on the server. A prefix keeps installations on one server apart. */
export interface Names {
  readonly stream: string;
  readonly usageSubject: string;
  readonly consumer: string;
  /** Where the server copies usage to, when it was told to keep it. */
  readonly archive: string;
  readonly archiveSubject: string;
  /** Begins the subject of every notice. */
  readonly noticePrefix: string;
}

/** Throws when the prefix is not one word of letters, digits, `-` and `_`. */
export function namesFor(prefix: string): Names {
  if (!/^[\w-]*$/.test(prefix)) throw new Error('a bus prefix is letters, digits, - and _');
  const noticePrefix = prefix && `${prefix}.`;
  return {
    stream: prefix ? `USAGE_${prefix}` : 'USAGE',
    usageSubject: `${noticePrefix}usage.recorded`,
    consumer: 'billing',
    archive: prefix ? `USAGE_ARCHIVE_${prefix}` : 'USAGE_ARCHIVE',
    archiveSubject: `${noticePrefix}usage.archived`,
    noticePrefix,
  };
}
