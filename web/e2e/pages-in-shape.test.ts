import { inShape } from './browser.ts';
import { examinePages } from './examine-pages.ts';

examinePages(inShape);
