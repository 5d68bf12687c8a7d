import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { useAccountsChanged, type useOverview } from './use-accounts.ts';

/** One button stops all calls of the platform now (docs/safety.md#emergency-stop); it says how many before it does. */
export const StopPlatform = ({ overview }: { overview: ReturnType<typeof useOverview> }) => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => call(endpoints.platform.stopAll, {}),
    onSuccess: sums => toast.ok(t($ => $.stopAll.done, { ...sums })),
    onSettled: () => {
      setAsking(false);
      return changed();
    },
  });
  const { live = 0, running = 0 } = overview.data ?? {};
  return (
    <>
      <Button danger icon={<OctagonX size={14} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t($ => $.stopAll.button)}
      </Button>
      {asking && (
        <Confirm
          title={t($ => $.stopAll.title)}
          text={t($ => $.stopAll.text, { live: count(live), running: count(running) })}
          okText={t($ => $.stopAll.ok)}
          cancelText={t($ => $.cancel)}
          busy={stop.isPending}
          onOk={() => stop.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
};
