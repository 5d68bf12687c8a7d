import { endpoints } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { askCurrentUserAgain, signOut } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { SecretInput } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';

interface PasswordDialogProps {
  /** Somebody else set the password: nothing else works before it is changed. */
  readonly forced?: boolean;
  readonly onClose: () => void;
}

/** The original’s sentences, to the letter in every language. */
const sentences = { needed: '请输入密码', different: '两次密码不一致', changed: '修改成功!' } as const;

/** Changes one's own password. What the server refuses is its own sentence, as a toast. */
export const PasswordDialog = ({ forced = false, onClose }: PasswordDialogProps) => {
  const { t } = useTranslation('security');
  const navigate = useNavigate();
  const form = useEndpointForm({
    endpoint: endpoints.security.changePwd,
    start: { oldPwd: '', newPwd: '' },
    onDone: () => {
      toast.ok(sentences.changed);
      askCurrentUserAgain().catch(() => undefined);
      onClose();
    },
  });
  const [repeat, setRepeat] = useState('');
  const repeatId = useId();
  const submit = () => {
    const { oldPwd, newPwd } = form.values;
    if ([oldPwd, newPwd, repeat].includes('')) toast.bad(sentences.needed);
    else if (newPwd !== repeat) toast.bad(sentences.different);
    else form.submit();
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
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.password.submit)}
          </Button>
        </>
      }
    >
      <p>{forced ? t($ => $.password.forced) : t($ => $.password.others)}</p>
      <SecretField form={form} name="oldPwd" label={t($ => $.password.old)} autoComplete="current-password" autoFocus />
      <SecretField
        form={form}
        name="newPwd"
        label={t($ => $.password.new)}
        autoComplete="new-password"
        hint={t($ => $.password.hint)}
      />
      <div className="security-own-field">
        <label htmlFor={repeatId}>{t($ => $.password.repeat)}</label>
        <SecretInput
          id={repeatId}
          autoComplete="new-password"
          maxLength={form.limits('newPwd').chars}
          value={repeat}
          onChange={event => setRepeat(event.target.value)}
        />
      </div>
    </Dialog>
  );
};
