import { type AccessKey, type Button, buttons, type PageGroup, pageGroups } from '@lianxian/core';

/** Buttons of modules that do not exist yet: a box that grants nothing is not offered; what a role holds of them stays. */
const waitingButtons: readonly Button[] = ['callLog:delete'];

/** Pages as the menu groups them. */
export const keyGroups = (Object.keys(pageGroups) as PageGroup[]).map(group => ({
  group,
  keys: pageGroups[group] as readonly AccessKey[],
}));

export const offeredPages: readonly AccessKey[] = keyGroups.flatMap(({ keys }) => keys);
export const offeredButtons: readonly Button[] = buttons.filter(button => !waitingButtons.includes(button));

/** Of the pages that are offered, how many a role opens. */
export const pagesOf = (rights: readonly AccessKey[]): number =>
  offeredPages.filter(key => rights.includes(key)).length;

/** The rights with these pages chosen or not. What whoever chooses may not give stays as it is; groups' keys are the server's. */
export const choosePages = (
  rights: readonly AccessKey[],
  {
    pages,
    isChosen,
    mayGive,
  }: { readonly pages: readonly AccessKey[]; readonly isChosen: boolean; readonly mayGive: readonly AccessKey[] },
): AccessKey[] => {
  const given = pages.filter(page => mayGive.includes(page));
  const others = rights.filter(key => !given.includes(key));
  return isChosen ? [...others, ...given] : others;
};
