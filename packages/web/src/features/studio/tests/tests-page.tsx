import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadsCalls } from '../../../session/current-user.ts';
import { Segments } from '../../../ui/segments.tsx';
import { LabView } from './lab-view.tsx';
import { ParameterSearch } from './parameter-search.tsx';
import './tests.css';

/** Test conversations of the plan, and the parameter search of interruptions, which goes through recorded calls. */
export const TestsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const [view, setView] = useState<'lab' | 'parameterSearch'>('lab');
  const readsCalls = useReadsCalls();
  return (
    <div className="tests-page stack gap-12">
      {readsCalls && (
        <Segments
          label={t($ => $.tests.views)}
          options={[
            { value: 'lab', text: t($ => $.tests.title) },
            { value: 'parameterSearch', text: t($ => $.tests.parameterSearch) },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      {view === 'lab' ? <LabView planId={planId} /> : <ParameterSearch planId={planId} />}
    </div>
  );
};
