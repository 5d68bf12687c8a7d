/** `npm run figures`: the tables of the READMEs anew from docs/figures. */
import { writeTables } from './figures.ts';

writeTables();
