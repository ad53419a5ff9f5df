export { type Account, accountFor } from './account.ts';
export { embeddedBinaries, type PostgresBinaries } from './binaries.ts';
export { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
export { reachable, sharedDirectory } from './reach.ts';
