import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useGuards } from './use-security.ts';

/** Money, keys and other people's sign-ins: whose session it is is asked once more, by password or, where it is on, by code. */
export const ProofDialog = ({ onAnswer }: { onAnswer: (isProved: boolean) => void }) => {
  const { t } = useTranslation('security');
  const [typed, setTyped] = useState('');
  const guards = useGuards();
  const hasFactor = Boolean(guards.data?.secondFactorSince);
  const prove = useMutation({
    mutationFn: () => call(endpoints.security.prove, hasFactor ? { code: typed } : { password: typed }),
    onSuccess: () => onAnswer(true),
  });
  return (
    <Dialog
      title={t($ => $.proof.title)}
      onClose={() => onAnswer(false)}
      onSubmit={() => typed !== '' && !prove.isPending && prove.mutate()}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={typed === ''} loading={prove.isPending}>
            {t($ => $.proof.submit)}
          </Button>
        </>
      }
    >
      <p>{t($ => $.proof.why)}</p>
      {!guards.isPending && (
        <SecretField
          label={hasFactor ? t($ => $.factor.codeOrRecovery) : t($ => $.factor.currentPassword)}
          value={typed}
          onChange={setTyped}
          autoComplete={hasFactor ? 'one-time-code' : 'current-password'}
          autoFocus
        />
      )}
    </Dialog>
  );
};
