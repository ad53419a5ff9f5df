import type { Dashboard } from './dashboard.ts';
import { money } from './money.ts';
import { services } from './services.ts';
import { traffic } from './traffic.ts';

export const dashboards: readonly Dashboard[] = [traffic, money, services];
