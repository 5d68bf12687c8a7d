import { endpoints, fieldChars } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { Choices } from '../../ui/filter/editors.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { MoveDialog } from './move-dialog.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { fresh, type StaffPlace } from './place.ts';
import { usePeopleColumns } from './use-people-columns.tsx';
import { usePersonActs } from './use-person-acts.tsx';
import { type Employee, useChange, useEmployees, useRoles } from './use-staff.ts';

const idOf = (person: Employee) => person.id;
const nobody: ReadonlySet<string> = new Set();

interface ChosenProps {
  readonly ids: ReadonlySet<string>;
  readonly onClear: () => void;
  readonly switchAll: ReturnType<typeof usePersonActs>['switchAll'];
}

/** What is done with all who are chosen. */
const ChosenBar = ({ ids, onClear, switchAll }: ChosenProps) => {
  const { t } = useTranslation('staff');
  const [moving, setMoving] = useState(false);
  const move = useChange(endpoints.oa.moveEmployees, () => {
    toast.ok(t($ => $.list.moved, { n: ids.size }));
    setMoving(false);
    onClear();
  });
  return (
    <>
      <SelectionBar chosen={ids.size} onClear={onClear}>
        <button type="button" onClick={() => switchAll([...ids], true, onClear)}>
          {t($ => $.list.enable)}
        </button>
        <button type="button" onClick={() => switchAll([...ids], false, onClear)}>
          {t($ => $.list.disable)}
        </button>
        <button type="button" onClick={() => setMoving(true)}>
          {t($ => $.list.moveTo)}
        </button>
      </SelectionBar>
      {moving && (
        <MoveDialog
          title={t($ => $.list.moveTo)}
          label={t($ => $.form.department)}
          none={t($ => $.none)}
          value=""
          busy={move.isPending}
          onMove={departmentId => move.mutate({ ids: [...ids], ...(departmentId && { departmentId }) })}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
};

const Quota = ({ used, limit }: { used: number; limit: number }) => {
  const { t } = useTranslation('staff');
  return used >= limit ? (
    <span className="staff-quota is-full small ink2 whole">{t($ => $.quotaFull, { used, limit })}</span>
  ) : (
    <span className="staff-quota small ink2 whole">{t($ => $.quota, { used, limit })}</span>
  );
};

const states = ['active', 'disabled'] as const;
type State = (typeof states)[number];

const useConditions = ({ filter, put }: StaffPlace): readonly Condition[] => {
  const { t } = useTranslation('staff');
  const roles = (useRoles().data?.list ?? []).map(({ id, name }) => ({ value: id, text: name }));
  const condition = conditionsOver<{ role: string | null; state: State | null }>({
    change: (key, value) => put({ [key]: value }),
    cleared: { role: null, state: null },
    names: t($ => $.condition, { returnObjects: true }),
  });
  const { roleId = null, state = null } = filter;
  return [
    condition('role', roleId && (roles.find(({ value }) => value === roleId)?.text ?? '…'), choose => (
      <Choices choices={roles} value={roleId} onChoose={choose} />
    )),
    condition('state', state && t($ => $.state[state]), choose => (
      <Choices
        choices={states.map(each => ({ value: each, text: t($ => $.state[each]) }))}
        value={state}
        onChoose={choose}
      />
    )),
  ];
};

/** The people in one's scope; one of them open beside (`?open=`), those chosen handled together. */
export const PeopleTab = ({ place }: { place: StaffPlace }) => {
  const { t } = useTranslation('staff');
  const { filter, open, put } = place;
  const pages = useEmployees(filter);
  const [chosen, setChosen] = useState(nobody);
  const onEdit = useLatest((id: string) => put({ open: id }, open !== null));
  const { act, switchAll, show, dialog } = usePersonActs(onEdit);
  const look = useTableLook('staff', usePeopleColumns(act));
  const quota = pages.page?.quota;
  const conditions = useConditions(place);
  const filtered = Object.keys(filter).length > 0;
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      disabled={quota !== undefined && quota.used >= quota.limit}
      onClick={() => onEdit(fresh)}
    >
      {t($ => $.list.add)}
    </Button>
  );
  const person = pages.page?.list.find(({ id }) => id === open);
  return (
    <>
      <section className="staff-list stack fill lean">
        <FilterBar
          search={
            <SearchField
              label={t($ => $.list.search)}
              chars={fieldChars(endpoints.oa.employees.input, 'q')}
              value={filter.q ?? ''}
              onChange={q => put({ q }, true)}
            />
          }
          conditions={conditions}
          tools={
            <>
              {quota && <Quota {...quota} />}
              <TableTools look={look} />
              {add}
            </>
          }
        />
        <ListTable
          label={t($ => $.title)}
          look={look}
          pages={pages}
          keyOf={idOf}
          openKey={open}
          onOpen={row => onEdit(row.id)}
          chosen={chosen}
          onChoose={setChosen}
          nameOf={row => row.name}
          failed={t($ => $.list.failed)}
          bar={<ChosenBar ids={chosen} onClear={() => setChosen(nobody)} switchAll={switchAll} />}
          empty={
            filtered ? (
              <Empty title={t($ => $.list.nobody)} hint={t($ => $.list.nobodyHint)}>
                <Button onClick={() => put({ department: null, role: null, state: null, q: null })}>
                  {t($ => $.list.clear)}
                </Button>
              </Empty>
            ) : (
              <Empty title={t($ => $.list.empty)} hint={t($ => $.list.emptyHint)}>
                {add}
              </Empty>
            )
          }
        />
      </section>
      {(open === fresh || person) && (
        <PersonDrawer
          key={open}
          person={person ?? null}
          departmentId={filter.departmentId ?? ''}
          onSaved={added => {
            put({ open: null });
            if (added) show(added);
          }}
          onClose={() => put({ open: null })}
        />
      )}
      {dialog}
    </>
  );
};
