/** How the console writes its rows, for the command that brings those of another gateway. */

export { canonicalAddress, parseEmailAddress } from './auth/mail/email-address.ts';
export { identityProof, mailProof, noteProofs } from './auth/registration/proofs.ts';
export { Refusal } from './http/answer.ts';
export { syncAbilities } from './resources/channels/abilities.ts';
export { readModelMapping, readParamOverride, readStatusCodeMapping } from './resources/channels/json-fields.ts';
export { hashChannelKey } from './resources/channels/keys/hash-key.ts';
export { insertKeys, ownKey } from './resources/channels/keys/repository.ts';
export { splitKeys } from './resources/channels/keys/split-keys.ts';
export { readSetting } from './resources/channels/setting.ts';
export { changeOption } from './resources/options/change.ts';
export { optionReader } from './resources/options/options.ts';
export { readPriceMap } from './resources/options/price-maps.ts';
export { hashCode, sealCode } from './resources/redemption/code.ts';
export { readAddresses } from './resources/tokens/fields.ts';
