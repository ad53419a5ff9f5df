import { inColours } from './browser.ts';
import { examinePages } from './examine-pages.ts';

examinePages(inColours);
