import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { LivePage } from '../features/live-desk/live-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { DrawerSkeleton } from '../ui/panels.tsx';

const LiveCallPanel = plainPage(() =>
  import('../features/test-call/live-call-panel.tsx').then(file => file.LiveCallPanel),
);
const Notes = plainPage(() => import('../features/call-record/notes.tsx').then(file => file.Notes));

/** All that runs now, with the open call beside it: `?open=<id>`. */
export const LiveRoute = () => {
  const navigate = useNavigate();
  return (
    <LivePage
      watched={({ id, onClose }) => (
        <Suspense fallback={<DrawerSkeleton />}>
          <LiveCallPanel
            key={id}
            id={id}
            onClose={onClose}
            onFiled={call => void navigate(`/platform/call/${call}`)}
            notes={record => <Notes key={record.id} call={record} />}
          />
        </Suspense>
      )}
    />
  );
};
