import { endpoints } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { RuleVersions } from '../../../work/rule-versions.tsx';

export const retryVersionsKey = 'task/retryVersions';

/** What a task tried again before, on wish: who changed it, when, and what. */
export const RetryVersions = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('tasks');
  const [opens, setOpens] = useState(false);
  return (
    <>
      <button type="button" className="link" aria-expanded={opens} onClick={() => setOpens(!opens)}>
        {t($ => $.pacing.retryVersions)}
      </button>
      {opens && (
        <RuleVersions
          level={3}
          of={[retryVersionsKey, taskId]}
          read={(after, signal) =>
            call(
              endpoints.taskRetry.versions,
              { id: taskId, ...(after !== undefined && { after }) },
              { signal, quiet: true },
            )
          }
        />
      )}
    </>
  );
};
