import { type endpoints, type InputOf, type ListName, listNames, type OutputOf } from '@lianxian/contract';

export const tabs = listNames;
export type Tab = ListName;

type Started = Promise<{ readonly batchId: string }>;
export type Imports = OutputOf<typeof endpoints.numberList.imports>;
type Sheet = Pick<InputOf<typeof endpoints.numberList.import>, 'fileId'> & { reason: string; until: string };

/** How sheets go on one list, and come from it. */
export interface SheetWays {
  /** Of what is read anew when the list is another. */
  readonly queryKey: readonly string[];
  readonly words: Tab | 'shared';
  readonly upload: typeof endpoints.upload.sheet | typeof endpoints.sharedList.upload;
  readonly start: (sheet: Sheet) => Started;
  readonly imports: (signal: AbortSignal) => Promise<Imports>;
  readonly takeBack: (id: string) => Started;
  /** Null: this person exports nothing; a batch that is none waits for a second person's word. */
  readonly export: (() => Promise<{ readonly batchId: string | null }>) | null;
}

type Entry = OutputOf<typeof endpoints.blacklist.list>['list'][number];
type EntryPage = OutputOf<typeof endpoints.whitelist.list> & {
  readonly list: readonly (Omit<Entry, 'callId' | 'wish'> & Partial<Pick<Entry, 'callId' | 'wish'>>)[];
};
export type EntryRow = EntryPage['list'][number];

/** How one list of numbers is read and changed, whoever's it is. */
export interface EntryWays extends SheetWays {
  readonly table: 'blacklist' | 'whitelist' | 'sharedList';
  readonly hint: 'blacklist' | 'task' | 'whitelist' | 'shared' | 'trade';
  readonly mayChange: boolean;
  readonly rows: (
    cursor: { readonly limit: number; readonly phone?: string; readonly after?: string },
    signal: AbortSignal,
  ) => Promise<EntryPage>;
  readonly add: typeof endpoints.blacklist.add | typeof endpoints.whitelist.add | typeof endpoints.sharedList.add;
  /** Which list, as the endpoint that adds is told. */
  readonly place: Readonly<Record<string, string>>;
  readonly remove: (phoneKey: string) => Promise<{ readonly undo: string }>;
}
