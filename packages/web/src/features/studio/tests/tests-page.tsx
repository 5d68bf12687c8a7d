import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/segments.tsx';
import { LabView } from './lab-view.tsx';
import { Tuner } from './tuner.tsx';
import './tests.css';

/** Test conversations of the plan, and the tuner of interruptions. */
export const TestsPage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const [view, setView] = useState<'lab' | 'tuner'>('lab');
  return (
    <div className="tests-page stack gap-12">
      <Segments
        label={t($ => $.tests.views)}
        options={[
          { value: 'lab', text: t($ => $.tests.title) },
          { value: 'tuner', text: t($ => $.tests.tuner) },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'lab' ? <LabView planId={planId} /> : <Tuner planId={planId} />}
    </div>
  );
};
