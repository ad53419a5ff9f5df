export { type Config, readConfig } from './config.ts';
export { relayPrefixes } from './relay-proxy.ts';
export { type Ports, type RunningConsole, start } from './server.ts';
