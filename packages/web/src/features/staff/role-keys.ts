import { type AccessKey, type Button, buttons } from '@lianxian/core';

/** Pages and buttons of modules that do not exist yet: a box that grants nothing is not offered; what a role holds of them stays. */
const waitingPages: readonly AccessKey[] = [
  'messageTem',
  'planQuality',
  'levelStatistics',
  'collection',
  'portStat',
  'number',
  'seat',
];
const waitingButtons: readonly Button[] = ['callLog:delete', 'number:import', 'number:export', 'number:assign'];

const menuGroups = [
  { group: 'market', keys: ['myTask', 'callLog', 'messageTem'] },
  { group: 'statist', keys: ['planQuality', 'levelStatistics', 'collection', 'portStat'] },
  { group: 'robot', keys: ['plan', 'library', 'myKeyword', 'port', 'monitor'] },
  { group: 'CRM', keys: ['number', 'myStaff', 'seat'] },
] as const satisfies readonly { readonly group: AccessKey; readonly keys: readonly AccessKey[] }[];
type KeyGroup = (typeof menuGroups)[number];

/** Page keys as the menu has them, those of pages that exist: a group's own key, and those of its pages. */
export const keyGroups = menuGroups
  .map(
    ({ group, keys }: { readonly group: KeyGroup['group']; readonly keys: readonly KeyGroup['keys'][number][] }) => ({
      group,
      keys: keys.filter(key => !waitingPages.includes(key)),
    }),
  )
  .filter(({ keys }) => keys.length > 0);

export const offeredPages: readonly AccessKey[] = keyGroups.flatMap(({ keys }) => keys);
export const offeredButtons: readonly Button[] = buttons.filter(button => !waitingButtons.includes(button));

/** Of the pages that are offered, how many a role opens. */
export const pagesOf = (rights: readonly AccessKey[]): number =>
  offeredPages.filter(key => rights.includes(key)).length;

/** A group's own key opens nothing by itself: it is held with any page of the group, by who may hand it out. */
const withGroups = (rights: readonly AccessKey[], mayGive: readonly string[]): AccessKey[] => {
  const ownKeys: readonly AccessKey[] = keyGroups.map(({ group }) => group);
  const held = keyGroups
    .filter(
      ({ group, keys }) =>
        (mayGive.includes(group) || rights.includes(group)) && keys.some(key => rights.includes(key)),
    )
    .map(({ group }) => group);
  return [...rights.filter(key => !ownKeys.includes(key)), ...held];
};

/** The rights with these pages chosen or not, and the keys of their groups as they follow. */
export const choosePages = (
  rights: readonly AccessKey[],
  {
    pages,
    isChosen,
    mayGive,
  }: { readonly pages: readonly AccessKey[]; readonly isChosen: boolean; readonly mayGive: readonly string[] },
): AccessKey[] => {
  const others = rights.filter(key => !pages.includes(key));
  return withGroups(isChosen ? [...others, ...pages] : others, mayGive);
};
