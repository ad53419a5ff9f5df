export { AddressRefused } from './address.ts';
export { type CidrList, contains, parseCidrs } from './cidrs.ts';
export { guardedConnector } from './guarded-connector.ts';
export { type GuardedRequest, type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
export { guardedLookup } from './guarded-lookup.ts';
export { parseHttpUrl } from './http-url.ts';
export { untilClosed } from './until-closed.ts';
export { routeUpgrades, takeOver, type Upgrade, upgradeOf, wantsWebSocket } from './upgrades.ts';
export { throughWorker, type Worker } from './worker.ts';
