import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useSecurity } from './use-security.ts';

/** Money, keys and other people's sign-ins: whose session it is is asked once more, by password or, where it is on, by code. */
export const ProofDialog = ({ onAnswer }: { onAnswer: (isProved: boolean) => void }) => {
  const { t } = useTranslation('security');
  const security = useSecurity();
  const hasFactor = Boolean(security.data?.secondFactorSince);
  const by = hasFactor ? 'code' : 'password';
  const form = useEndpointForm({
    endpoint: endpoints.security.prove,
    start: { code: '', password: '' },
    wants: [by],
    onDone: () => onAnswer(true),
  });
  return (
    <Dialog
      title={t($ => $.proof.title)}
      onClose={() => onAnswer(false)}
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values[by] === ''} loading={form.busy}>
            {t($ => $.proof.submit)}
          </Button>
        </>
      }
    >
      <p>{t($ => $.proof.why)}</p>
      {!security.isPending && (
        <SecretField
          key={by}
          form={form}
          name={by}
          label={hasFactor ? t($ => $.factor.codeOrRecovery) : t($ => $.factor.currentPassword)}
          autoComplete={hasFactor ? 'one-time-code' : 'current-password'}
          autoFocus
        />
      )}
    </Dialog>
  );
};
