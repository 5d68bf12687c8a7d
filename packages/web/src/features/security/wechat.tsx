import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { clock, when } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { type Security, useReread, useSecurity } from './use-security.ts';

/** While the code is shown, the page asks whether it was used. */
const askEveryMs = 3_000;

const useLeft = (until: string | undefined): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return until === undefined ? 0 : Math.max(0, Date.parse(until) - now);
};

/** A code for the mini-program, for five minutes. Closes itself when it was used. */
const BindCode = ({ boundBefore, onClose }: { boundBefore: string | null; onClose: () => void }) => {
  const [since] = useState(boundBefore);
  const { t } = useTranslation(['securityPage', 'security']);
  const security = useSecurity();
  const make = useMutation({ mutationFn: () => call(endpoints.security.bindCode, {}) });
  const left = useLeft(make.data?.expiresAt);
  const { mutate } = make;
  const { refetch } = security;
  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), askEveryMs);
    return () => clearInterval(timer);
  }, [refetch]);
  const boundAt = security.data?.weChatBoundAt ?? null;
  useEffect(() => {
    if (boundAt === null || boundAt === since) return;
    toast.ok(t($ => $.weChat.boundNow));
    onClose();
  }, [boundAt, since, onClose, t]);
  const isOver = make.isError || (make.isSuccess && left === 0);
  return (
    <Dialog
      title={t($ => $.weChat.codeTitle)}
      onClose={onClose}
      onSubmit={() => mutate()}
      footer={
        <>
          {isOver && <Button type="submit">{t($ => $.weChat.fresh)}</Button>}
          <Button onClick={onClose}>{t($ => $.close, { ns: 'security' })}</Button>
        </>
      }
    >
      <p>{t($ => $.weChat.code)}</p>
      <p className={isOver ? 'security-bind-code is-over' : 'security-bind-code'}>{make.data?.code ?? '······'}</p>
      <p className="security-say" role="timer">
        {isOver ? t($ => $.weChat.expired) : t($ => $.weChat.left, { clock: clock(left) })}
      </p>
    </Dialog>
  );
};

const Unbind = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['securityPage', 'security']);
  const reread = useReread();
  const account = useCurrentUser()?.account ?? '';
  const unbind = useMutation({
    mutationFn: () => call(endpoints.security.unbind, {}),
    onSuccess: () => {
      toast.ok(t($ => $.weChat.unboundNow));
      reread('user/security');
    },
    onSettled: onClose,
  });
  return (
    <Confirm
      title={t($ => $.weChat.unbind)}
      text={t($ => $.weChat.unbindText, { account })}
      okText={t($ => $.weChat.unbind)}
      cancelText={t($ => $.cancel, { ns: 'security' })}
      busy={unbind.isPending}
      onOk={() => unbind.mutate()}
      onCancel={onClose}
    />
  );
};

/** The WeChat user of this account. */
export const WeChat = ({ security }: { security: Security }) => {
  const { t } = useTranslation(['securityPage', 'security']);
  const [open, setOpen] = useState<'bind' | 'unbind' | null>(null);
  const { weChatAvailable, weChatBoundAt } = security;
  const state = weChatBoundAt
    ? t($ => $.weChat.bound, {
        when: when(
          weChatBoundAt,
          new Date(),
          t($ => $.sessions.today),
        ),
      })
    : t($ => $.weChat.unbound);
  return (
    <section>
      <header className="row gap-8">
        <div className="fill lean">
          <h2 className="section-title row gap-10">{t($ => $.weChat.section)}</h2>
          <p>
            {weChatAvailable || weChatBoundAt ? `${state} · ` : ''}
            {weChatAvailable ? t($ => $.weChat.what) : t($ => $.weChat.off)}
          </p>
        </div>
        {weChatBoundAt && <Button onClick={() => setOpen('unbind')}>{t($ => $.weChat.unbind)}</Button>}
        {weChatAvailable && (
          <Button onClick={() => setOpen('bind')}>
            {weChatBoundAt ? t($ => $.weChat.again) : t($ => $.weChat.bind)}
          </Button>
        )}
      </header>
      {open === 'bind' && <BindCode boundBefore={weChatBoundAt} onClose={() => setOpen(null)} />}
      {open === 'unbind' && <Unbind onClose={() => setOpen(null)} />}
    </section>
  );
};
