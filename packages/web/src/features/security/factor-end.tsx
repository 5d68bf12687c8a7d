import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useReread } from './use-security.ts';

/** Turning it off takes what signing in takes. */
export const FactorEnd = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['security', 'securityPage']);
  const reread = useReread();
  const form = useEndpointForm({
    endpoint: endpoints.security.totpEnd,
    start: { password: '', code: '' },
    onDone: () => {
      toast.ok(t($ => $.factor.ended, { ns: 'securityPage' }));
      reread('user/security');
      onClose();
    },
  });
  const lacks = form.values.password === '' || form.values.code.trim() === '';
  return (
    <Dialog
      title={t($ => $.factor.end, { ns: 'securityPage' })}
      onClose={onClose}
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button danger type="submit" disabled={lacks} loading={form.busy}>
            {t($ => $.factor.end, { ns: 'securityPage' })}
          </Button>
        </>
      }
    >
      <p>{t($ => $.factor.prove)}</p>
      <SecretField
        form={form}
        name="password"
        label={t($ => $.factor.currentPassword)}
        autoComplete="current-password"
        autoFocus
      />
      <SecretField form={form} name="code" label={t($ => $.factor.codeOrRecovery)} autoComplete="one-time-code" />
    </Dialog>
  );
};
