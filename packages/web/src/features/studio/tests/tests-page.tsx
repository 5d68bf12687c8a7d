import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadsCalls } from '../../../session/current-user.ts';
import { Segments } from '../../../ui/segments.tsx';
import { LabView } from './lab-view.tsx';
import { ParameterSearch } from './parameter-search.tsx';
import { TownView } from './town-view.tsx';
import './tests.css';

/**
 * Test conversations of the plan, simulated callees who talk to it, and the parameter search of interruptions, which goes
 * through recorded calls.
 */
export const TestsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const [view, setView] = useState<'lab' | 'town' | 'parameterSearch'>('lab');
  const readsCalls = useReadsCalls();
  return (
    <div className="tests-page stack gap-12">
      <Segments
        label={t($ => $.tests.views)}
        options={[
          { value: 'lab', text: t($ => $.tests.title) },
          { value: 'town', text: t($ => $.tests.town.title) },
          ...(readsCalls ? [{ value: 'parameterSearch', text: t($ => $.tests.parameterSearch) } as const] : []),
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'lab' && <LabView planId={planId} />}
      {view === 'town' && <TownView planId={planId} />}
      {view === 'parameterSearch' && <ParameterSearch planId={planId} />}
    </div>
  );
};
