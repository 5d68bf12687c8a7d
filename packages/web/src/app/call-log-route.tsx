import { Suspense } from 'react';
import { BatchTool } from '../features/batches/batch-tool.tsx';
import { CallLogPage } from '../features/call-log/call-log-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { DrawerSkeleton } from '../ui/panels.tsx';

const RecordPanel = plainPage(() => import('../features/call-record/record-panel.tsx').then(file => file.RecordPanel));

/** The call log with the batch tasks among its tools and the open call beside it: `?open=<id>&t=42`. */
export const CallLogRoute = () => (
  <CallLogPage
    batches={<BatchTool />}
    record={open => (
      <Suspense fallback={<DrawerSkeleton />}>
        <RecordPanel {...open} />
      </Suspense>
    )}
  />
);
