// The health check of a container: `node deploy/containers/ready.ts 3001` ends with 0 when the service on this port is ready.
const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
