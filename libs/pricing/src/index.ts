export { type PriceCard, parseCard } from './card.ts';
export { type CompiledPrice, compileCard, QUOTA_PER_USD, type Unit } from './compile.ts';
export { ceiling, MAX_CHARGE, price } from './price.ts';
export { isRatioMapName, type RatioMapName, ratioMapNames, ratioMapText, readRatioMap } from './ratios.ts';
export { receipt, recompute } from './receipt.ts';
export { PriceTable, type StoredCard, shippedCards } from './table.ts';
export { type CardChanges, writeRatioMap } from './write-ratios.ts';
