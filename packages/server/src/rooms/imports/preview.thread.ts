/** The thread in which the beginning of a file is read: of a workbook all of its shared texts come first, seconds of a large one. */
import { serveBench } from '../../platform/bench-thread.ts';
import { openSheet, type SheetOptions } from '../../platform/sheets/index.ts';
import { beginningOf } from './beginning.ts';

export interface PreviewWork extends SheetOptions {
  readonly path: string;
}

serveBench<PreviewWork>(async ({ path, ...options }) => beginningOf(await openSheet(path, options)));
