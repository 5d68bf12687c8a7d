import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { askCurrentUserAgain, signOut } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';

interface PasswordDialogProps {
  /** Somebody else set the password: nothing else works before it is changed. */
  readonly forced: boolean;
  readonly onClose: () => void;
}

/** The sentences of O-277 to O-281, to the letter in every language. */
const sentences = { needed: '请输入密码', different: '两次密码不一致', changed: '修改成功!' } as const;

/** Changes one's own password. What the server refuses is its own sentence, as a toast. */
export const PasswordDialog = ({ forced, onClose }: PasswordDialogProps) => {
  const { t } = useTranslation('security');
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ old: '', fresh: '', repeat: '' });
  const type = (field: keyof typeof typed) => (value: string) => setTyped(before => ({ ...before, [field]: value }));
  const change = useMutation({
    mutationFn: () => call(endpoints.security.changePwd, { oldPwd: typed.old, newPwd: typed.fresh }),
    onSuccess: () => {
      toast.ok(sentences.changed);
      askCurrentUserAgain().catch(() => undefined);
      onClose();
    },
  });
  const submit = () => {
    if (change.isPending) return;
    if (Object.values(typed).some(text => text === '')) toast.bad(sentences.needed);
    else if (typed.fresh !== typed.repeat) toast.bad(sentences.different);
    else change.mutate();
  };
  const leave = () => void signOut().then(() => navigate('/home'));
  return (
    <Dialog
      title={forced ? t($ => $.password.forcedTitle) : t($ => $.password.title)}
      onClose={forced ? null : onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={forced ? leave : onClose}>{forced ? t($ => $.password.leave) : t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={change.isPending}>
            {t($ => $.password.submit)}
          </Button>
        </>
      }
    >
      <p>{forced ? t($ => $.password.forced) : t($ => $.password.others)}</p>
      <SecretField
        label={t($ => $.password.old)}
        value={typed.old}
        onChange={type('old')}
        autoComplete="current-password"
        autoFocus
      />
      <SecretField
        label={t($ => $.password.new)}
        value={typed.fresh}
        onChange={type('fresh')}
        autoComplete="new-password"
        hint={t($ => $.password.hint)}
      />
      <SecretField
        label={t($ => $.password.repeat)}
        value={typed.repeat}
        onChange={type('repeat')}
        autoComplete="new-password"
      />
    </Dialog>
  );
};
