import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { FactorBegin } from './factor-begin.tsx';
import { FactorEnd } from './factor-end.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Sessions } from './sessions.tsx';
import { type Security, useReread, useSecurity } from './use-security.ts';
import { WeChat } from './wechat.tsx';
import './security.css';

const Password = ({ security }: { security: Security }) => {
  const { t } = useTranslation(['securityPage', 'security']);
  const reread = useReread();
  const [open, setOpen] = useState(false);
  const { passwordChangedAt } = security;
  const close = () => {
    setOpen(false);
    reread('user/security');
    reread('user/sessions');
  };
  return (
    <section>
      <header className="row gap-8">
        <div className="fill lean">
          <h2 className="section-title row gap-10">{t($ => $.password.section)}</h2>
          <p>
            {passwordChangedAt
              ? t($ => $.password.changedAt, {
                  when: when(
                    passwordChangedAt,
                    new Date(),
                    t($ => $.sessions.today),
                  ),
                })
              : t($ => $.password.never)}
          </p>
        </div>
        <Button onClick={() => setOpen(true)}>{t($ => $.password.title, { ns: 'security' })}</Button>
      </header>
      {open && <PasswordDialog forced={false} onClose={close} />}
    </section>
  );
};

const Factor = ({ security }: { security: Security }) => {
  const { t } = useTranslation(['securityPage', 'security']);
  const [open, setOpen] = useState<'begin' | 'end' | null>(null);
  const { secondFactorSince, recoveryCodesLeft } = security;
  const isOn = secondFactorSince !== null;
  return (
    <section>
      <header className="row gap-8">
        <div className="fill lean">
          <h2 className="section-title row gap-10">
            {t($ => $.factor.section)}
            <span className={isOn ? 'state is-ok' : 'state is-idle'}>
              {isOn ? t($ => $.factor.on) : t($ => $.factor.off)}
            </span>
          </h2>
          <p>
            {isOn
              ? t($ => $.factor.since, {
                  when: when(
                    secondFactorSince,
                    new Date(),
                    t($ => $.sessions.today),
                  ),
                  count: recoveryCodesLeft,
                })
              : t($ => $.factor.what, { ns: 'security' })}
          </p>
        </div>
        {isOn ? (
          <Button danger onClick={() => setOpen('end')}>
            {t($ => $.factor.end)}
          </Button>
        ) : (
          <Button kind="primary" onClick={() => setOpen('begin')}>
            {t($ => $.factor.begin, { ns: 'security' })}
          </Button>
        )}
      </header>
      {open === 'begin' && <FactorBegin onClose={() => setOpen(null)} />}
      {open === 'end' && <FactorEnd onClose={() => setOpen(null)} />}
    </section>
  );
};

/** What guards one's own account, and where one is signed in. */
export const SecurityPage = () => {
  const { t } = useTranslation('security');
  const security = useSecurity();
  return (
    <div className="security-page">
      <h1>{t($ => $.title)}</h1>
      {security.isError && (
        <ErrorPanel title={t($ => $.load)} error={security.error} onAgain={() => void security.refetch()} />
      )}
      {security.isPending && <Skeleton rows={6} />}
      {security.data && (
        <>
          <Password security={security.data} />
          <Factor security={security.data} />
          <WeChat security={security.data} />
        </>
      )}
      <Sessions />
    </div>
  );
};
