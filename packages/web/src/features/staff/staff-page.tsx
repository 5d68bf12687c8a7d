import { useTranslation } from 'react-i18next';
import { DepartmentTree } from './department-tree.tsx';
import { PeopleTab } from './people-tab.tsx';
import { tabs, useStaffPlace } from './place.ts';
import { PositionsTab } from './positions-tab.tsx';
import { RolesTab } from './roles-tab.tsx';
import '../../ui/drawer.css';
import '../../ui/plain-select.css';
import '../../ui/view-tabs.css';
import './staff.css';

/** People of the merchant by department, their roles and positions. All of it stands in the address. */
export const StaffPage = () => {
  const { t } = useTranslation('staff');
  const place = useStaffPlace();
  const { tab, filter, put } = place;
  return (
    <div className="staff-page">
      <nav className="view-tabs" aria-label={t($ => $.title)}>
        {tabs.map(each => (
          <button
            key={each}
            type="button"
            aria-current={each === tab ? 'true' : undefined}
            onClick={() => put({ tab: each === 'people' ? null : each, open: null })}
          >
            {t($ => $.tab[each])}
          </button>
        ))}
      </nav>
      <div className="staff-body">
        {tab === 'people' && (
          <DepartmentTree
            chosen={filter.departmentId ?? null}
            onChoose={department => put({ department, open: null })}
          />
        )}
        {tab === 'people' && <PeopleTab place={place} />}
        {tab === 'roles' && <RolesTab place={place} />}
        {tab === 'positions' && <PositionsTab />}
      </div>
    </div>
  );
};
