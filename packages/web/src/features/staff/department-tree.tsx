import { ChevronDown, ChevronRight, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { type Branch, flat, treeOf } from './tree.ts';
import { type DepartmentAct, departmentActs, useDepartmentActs } from './use-department-acts.tsx';
import { useDepartments } from './use-staff.ts';

interface TreeProps {
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

interface RowProps {
  readonly branch: Branch;
  readonly depth: number;
  readonly isChosen: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onChoose: () => void;
  readonly onAct: (act: DepartmentAct) => void;
}

const Row = ({ branch, depth, isChosen, isFolded, onFold, onChoose, onAct }: RowProps) => {
  const { t } = useTranslation('staff');
  const { name, children, mayEdit, peopleBelow } = branch;
  const Fold = isFolded ? ChevronRight : ChevronDown;
  const entries = departmentActs.map(act => ({
    key: act,
    label: act === 'remove' ? t($ => $.remove) : t($ => $.departments[act]),
    danger: act === 'remove',
    onChoose: () => onAct(act),
  }));
  return (
    <li className={isChosen ? 'is-chosen' : undefined} style={{ paddingInlineStart: depth * 14 }}>
      {children.length > 0 ? (
        <button
          type="button"
          className="staff-fold"
          aria-label={isFolded ? t($ => $.departments.unfold, { name }) : t($ => $.departments.fold, { name })}
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          <Fold size={14} aria-hidden="true" />
        </button>
      ) : (
        <span className="staff-fold" />
      )}
      <button type="button" className="staff-name" aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
        <span className="cut">{name}</span> <small className="hint">{peopleBelow}</small>
      </button>
      {mayEdit && (
        <MenuButton
          label={<Ellipsis size={14} aria-hidden="true" />}
          className="icon-button"
          name={t($ => $.departments.menu, { name })}
          parts={[{ key: 'acts', entries }]}
        />
      )}
    </li>
  );
};

/** The departments in one's scope; one of them narrows the list beside to its people and those below. */
export const DepartmentTree = ({ chosen, onChoose }: TreeProps) => {
  const { t } = useTranslation('staff');
  const departments = useDepartments();
  const { act, dialog } = useDepartmentActs();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (id: string) =>
    setFolded(before => new Set(before.has(id) ? [...before].filter(each => each !== id) : [...before, id]));
  const tree = treeOf(departments.data?.list ?? []);
  return (
    <nav className="staff-tree" aria-label={t($ => $.departments.title)}>
      <header className="row between">
        <h2>{t($ => $.departments.title)}</h2>
        {departments.data?.mayAddTop && (
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.departments.add)}
            title={t($ => $.departments.add)}
            onClick={() => act('addBelow', null)}
          >
            <Plus size={15} aria-hidden="true" />
          </button>
        )}
      </header>
      {departments.isError && (
        <ErrorPanel
          title={t($ => $.departments.failed)}
          error={departments.error}
          onAgain={() => void departments.refetch()}
        />
      )}
      {departments.isPending && <Skeleton rows={5} height={28} />}
      {departments.data && (
        <ul>
          <li className={chosen === null ? 'is-chosen' : undefined}>
            <span className="staff-fold" />
            <button
              type="button"
              className="staff-name"
              aria-current={chosen === null ? 'true' : undefined}
              onClick={() => onChoose(null)}
            >
              <span className="cut">{t($ => $.departments.all)}</span>
            </button>
          </li>
          {flat(tree, folded).map(({ branch, depth }) => (
            <Row
              key={branch.id}
              branch={branch}
              depth={depth}
              isChosen={branch.id === chosen}
              isFolded={folded.has(branch.id)}
              onFold={() => fold(branch.id)}
              onChoose={() => onChoose(branch.id)}
              onAct={wanted => act(wanted, branch)}
            />
          ))}
          {tree.length === 0 && <li className="hint">{t($ => $.departments.empty)}</li>}
        </ul>
      )}
      {dialog}
    </nav>
  );
};
