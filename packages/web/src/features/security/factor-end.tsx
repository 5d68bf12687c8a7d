import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useReread } from './use-security.ts';

/** Turning it off takes what signing in takes. */
export const FactorEnd = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('security');
  const reread = useReread();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const end = useMutation({
    mutationFn: () => call(endpoints.security.totpEnd, { password, code }),
    onSuccess: () => {
      toast.ok(t($ => $.factor.ended));
      reread('user/security');
      onClose();
    },
  });
  const lacks = password === '' || code.trim() === '';
  return (
    <Dialog
      title={t($ => $.factor.end)}
      onClose={onClose}
      onSubmit={() => !lacks && end.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button danger type="submit" disabled={lacks} loading={end.isPending}>
            {t($ => $.factor.end)}
          </Button>
        </>
      }
    >
      <p>{t($ => $.factor.prove)}</p>
      <SecretField
        label={t($ => $.factor.currentPassword)}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
      />
      <SecretField
        label={t($ => $.factor.codeOrRecovery)}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
      />
    </Dialog>
  );
};
