import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Detail } from './marks.ts';
import { PathGraph } from './path-graph.tsx';

/** Opens the graph of the plan with the way of the call on it. */
export const PathLink = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('callLog');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link row gap-4" onClick={() => setOpen(true)}>
        <Waypoints size={13} aria-hidden="true" /> {t($ => $.graph.button)}
      </button>
      {open && <PathGraph record={call} onClose={() => setOpen(false)} />}
    </>
  );
};
