import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { useAccountsChanged, useOverview } from './use-accounts.ts';

/** Asks before all calls of the platform are stopped (docs/safety.md#emergency-stop), and says how many that is. */
export const StopPlatform = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const stop = useMutation({
    mutationFn: () => call(endpoints.platform.stopAll, {}),
    onSuccess: sums => toast.ok(t($ => $.stopAll.done, { ...sums })),
    onSettled: () => {
      onClose();
      return changed();
    },
  });
  const { data } = useOverview();
  return (
    <Confirm
      title={t($ => $.stopAll.title)}
      text={
        data
          ? t($ => $.stopAll.text, { live: count(data.live), running: count(data.running) })
          : t($ => $.stopAll.textNone)
      }
      okText={t($ => $.stopAll.ok)}
      cancelText={t($ => $.cancel)}
      busy={stop.isPending}
      onOk={() => stop.mutate()}
      onCancel={onClose}
    />
  );
};
