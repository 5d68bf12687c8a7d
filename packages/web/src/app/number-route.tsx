import { Suspense } from 'react';
import { BatchTool } from '../features/batches/batch-tool.tsx';
import { NumberPage } from '../features/number/number-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { DrawerSkeleton } from '../ui/panels.tsx';

const CustomerDrawer = plainPage(() => import('../customer/customer-drawer.tsx').then(file => file.CustomerDrawer));
const library = 3;

/** The number library with the batch tasks among its tools and the open customer beside it: `?open=<id>`, `?open=new`. */
export const NumberRoute = () => (
  <NumberPage
    batches={<BatchTool />}
    customer={({ id, ...ways }) => (
      <Suspense fallback={<DrawerSkeleton />}>
        <CustomerDrawer of={id === 'new' ? 'new' : { id }} state={library} walks {...ways} />
      </Suspense>
    )}
  />
);
