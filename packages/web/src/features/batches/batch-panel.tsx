import { BatchList } from '../../work/batch-list.tsx';
import './batches.css';

/** What the rail's 批量任务 opens: everybody's own batch tasks of today. The frame gives it head and edge. */
export const BatchPanel = () => (
  <div className="batches-panel">
    <BatchList />
  </div>
);
