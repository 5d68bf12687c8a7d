import type { Department } from './use-staff.ts';

export interface Branch extends Department {
  readonly children: readonly Branch[];
  /** In it and below it. */
  readonly peopleBelow: number;
}

/** The departments as a tree; the list has parents before children. One whose parent is not among them is on top. */
export const treeOf = (departments: readonly Department[]): readonly Branch[] => {
  const known = new Set(departments.map(({ id }) => id));
  const byParent = Map.groupBy(departments, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : '',
  );
  const below = (parentId: string): Branch[] =>
    (byParent.get(parentId) ?? []).map(department => {
      const children = below(department.id);
      const peopleBelow = children.reduce((sum, child) => sum + child.peopleBelow, department.people);
      return { ...department, children, peopleBelow };
    });
  return below('');
};

const nothing: ReadonlySet<string> = new Set();

/** In the tree's order, with how deep each is; what is below a folded one is left out. */
export const flat = (
  branches: readonly Branch[],
  folded = nothing,
  depth = 0,
): readonly { branch: Branch; depth: number }[] =>
  branches.flatMap(branch => [
    { branch, depth },
    ...(folded.has(branch.id) ? [] : flat(branch.children, folded, depth + 1)),
  ]);

/** The ids of a branch and all below it. */
export const idsOf = (branch: Branch): readonly string[] => [branch.id, ...branch.children.flatMap(idsOf)];
