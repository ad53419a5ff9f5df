export { withSecretFiles } from './with-secret-files.ts';
