export { type Config, readConfig } from './config.ts';
export { type Ports, type RunningConsole, start } from './server.ts';
