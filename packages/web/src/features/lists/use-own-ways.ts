import { endpoints } from '@lianxian/contract';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import type { EntryWays, SheetWays, Tab } from './list-ways.ts';

/** How sheets go on a list of the merchant's own. */
export const useOwnSheets = (list: Tab, taskId: string | null): SheetWays => {
  const btns = useCurrentUser()?.btns ?? [];
  const which = { list, ...(taskId && { taskId }) };
  return {
    queryKey: [`${list}/list`],
    words: list,
    upload: endpoints.upload.sheet,
    start: sheet => call(endpoints.numberList.import, { ...which, ...sheet }),
    imports: signal => call(endpoints.numberList.imports, which, { signal, quiet: true }),
    takeBack: id => call(endpoints.numberList.takeBack, { id }),
    export: btns.includes('callLog:export') ? () => call(endpoints.numberList.export, which) : null,
  };
};

/** The blacklist of the merchant or of one of its tasks. */
export const useBlacklistWays = (taskId: string | null): EntryWays => {
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  const place: Readonly<Record<string, string>> = taskId === null ? {} : { taskId };
  return {
    ...useOwnSheets('blacklist', taskId),
    queryKey: ['blacklist/list', taskId ?? ''],
    table: 'blacklist',
    hint: taskId === null ? 'blacklist' : 'task',
    mayChange,
    rows: (cursor, signal) => call(endpoints.blacklist.list, { ...place, ...cursor }, { signal, quiet: true }),
    add: endpoints.blacklist.add,
    place,
    remove: phoneKey => call(endpoints.blacklist.remove, { ...place, phoneKey }),
  };
};

export const useWhitelistWays = (): EntryWays => {
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  return {
    ...useOwnSheets('whitelist', null),
    table: 'whitelist',
    hint: 'whitelist',
    mayChange,
    rows: (cursor, signal) => call(endpoints.whitelist.list, cursor, { signal, quiet: true }),
    add: endpoints.whitelist.add,
    place: {},
    remove: phoneKey => call(endpoints.whitelist.remove, { phoneKey }),
  };
};
