export { constantTimeEqual } from './constant-time-equal.ts';
export { open, type Place, seal } from './envelope.ts';
export { deriveKeys, generateSecret, type Keys, type SealingKey } from './keys.ts';
export { openNotifySecret, sealNotifySecret } from './notify-secret.ts';
export { openOption, sealOption } from './option-secret.ts';
export {
  hashPassword,
  isBcryptHash,
  PasswordsBusy,
  passwordProblem,
  randomPassword,
  verifyPassword,
} from './password.ts';
export { base62, randomText } from './random-text.ts';
export { type TaskPurpose, taskImageUrl, taskProof, taskVideoUrl } from './task-proof.ts';
export { generateTokenKey, hashTokenKey, maskTokenKey } from './token-key.ts';
export { uuidv7, uuidv7Prefix, uuidv7TimeMs } from './uuidv7.ts';
