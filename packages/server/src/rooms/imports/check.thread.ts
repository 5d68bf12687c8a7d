/** The thread in which a sheet is counted before it is imported: reading and judging twenty thousand rows takes a second of work. */
import { serveBench } from '../../platform/bench-thread.ts';
import { openSheet, pastedSheet, type SheetOptions } from '../../platform/sheets/index.ts';
import { type CheckRows, checkRows } from './check-rows.ts';

/** Either a file of the disk or what was pasted. */
export type CheckWork = CheckRows & SheetOptions & ({ readonly path: string } | { readonly text: string });

serveBench<CheckWork>(async ({ sheet, encoding, ...work }) =>
  checkRows('text' in work ? pastedSheet(work.text) : await openSheet(work.path, { sheet, encoding }), work),
);
