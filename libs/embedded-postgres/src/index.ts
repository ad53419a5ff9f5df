export { accountFor } from './account.ts';
export { embeddedBinaries, type PostgresBinaries } from './binaries.ts';
export { type Cluster, startCluster } from './cluster.ts';
export { stopLeftover } from './leftover.ts';
export { clusterPlace } from './place.ts';
