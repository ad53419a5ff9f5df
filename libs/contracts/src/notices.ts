/** Subjects of passing notices (libs/bus). The payload is a version or an id; listeners read Postgres for the rest. */
export const notices = {
  configChanged: 'config.changed',
  userChanged: (id: number) => `user.changed.${id}`,
  anyUserChanged: 'user.changed.*',
  tokenChanged: (id: number) => `token.changed.${id}`,
  anyTokenChanged: 'token.changed.*',
  /** Payload: JSON ChannelNotice. */
  channelFailed: 'channel.failed',
  channelRecovered: 'channel.recovered',
  /** Payload: the request id of a task that may have changed at its upstream. */
  taskHinted: 'task.hinted',
} as const;
