import { useTranslation } from 'react-i18next';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { PeopleTab } from './people-tab.tsx';
import { tabs, useStaffPlace } from './place.ts';
import { PositionsTab } from './positions-tab.tsx';
import { RolesTab } from './roles-tab.tsx';
import '../../ui/drawer.css';
import '../../ui/plain-select.css';
import './staff.css';

/** People of the merchant by department, their roles and positions. All of it stands in the address. */
export const StaffPage = () => {
  const { t } = useTranslation('staff');
  const place = useStaffPlace();
  const { tab, filter, put } = place;
  return (
    <div className="page lean">
      <ViewTabs
        label={t($ => $.title)}
        tabs={tabs.map(key => ({ key, text: t($ => $.tab[key]) }))}
        current={tab}
        onChoose={key => put({ tab: key === 'people' ? null : key, open: null })}
      />
      <div className="staff-body flex fill">
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
