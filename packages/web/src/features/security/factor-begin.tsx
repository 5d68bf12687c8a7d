import { endpoints } from '@lianxian/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useReread } from './use-security.ts';

/** Drawn only here, and not small. */
const QrPicture = lazy(async () => ({ default: (await import('./qr-picture.tsx')).QrPicture }));

interface StepProps<Result> {
  readonly onCancel: () => void;
  /** By the merchant: cancelling is signing out, and Escape closes nothing. */
  readonly isDemanded: boolean;
  readonly onDone: (result: Result) => void;
}

const Prove = ({ onCancel, isDemanded, onDone }: StepProps<{ secret: string; uri: string }>) => {
  const { t } = useTranslation('security');
  const form = useEndpointForm({ endpoint: endpoints.security.totpBegin, start: { password: '' }, onDone });
  return (
    <Dialog
      title={t($ => $.factor.prove)}
      onClose={isDemanded ? null : onCancel}
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={onCancel}>{isDemanded ? t($ => $.password.leave) : t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.password === ''} loading={form.busy}>
            {t($ => $.next)}
          </Button>
        </>
      }
    >
      {isDemanded && <p>{t($ => $.factor.demanded)}</p>}
      <p>{t($ => $.factor.what)}</p>
      <SecretField
        form={form}
        name="password"
        label={t($ => $.factor.currentPassword)}
        autoComplete="current-password"
        autoFocus
      />
    </Dialog>
  );
};

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

const Scan = ({
  secret,
  uri,
  onCancel,
  isDemanded,
  onDone,
}: StepProps<readonly string[]> & { secret: string; uri: string }) => {
  const { t } = useTranslation('security');
  const form = useEndpointForm({
    endpoint: endpoints.security.totpConfirm,
    start: { code: '' },
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Dialog
      title={t($ => $.factor.begin)}
      onClose={isDemanded ? null : onCancel}
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={onCancel}>{isDemanded ? t($ => $.password.leave) : t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.code.trim() === ''} loading={form.busy}>
            {t($ => $.factor.confirm)}
          </Button>
        </>
      }
    >
      <p>{t($ => $.factor.scan)}</p>
      <div className="security-scan row gap-16">
        <Suspense fallback={<Skeleton rows={4} />}>
          <QrPicture text={uri} label={t($ => $.factor.qr)} />
        </Suspense>
        <p>
          {t($ => $.factor.secret)}
          <code>{inFours(secret)}</code>
        </p>
      </div>
      <SecretField form={form} name="code" label={t($ => $.factor.code)} autoComplete="one-time-code" autoFocus />
    </Dialog>
  );
};

const Codes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const { t } = useTranslation('security');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.ok(t($ => $.factor.copied)),
      () => undefined,
    );
  return (
    <Dialog
      title={t($ => $.factor.codesTitle)}
      onClose={null}
      onSubmit={onDone}
      footer={
        <>
          {/* Without a secure context there is no clipboard; the codes can be marked by hand. */}
          {navigator.clipboard && <Button onClick={() => void copy()}>{t($ => $.factor.copy)}</Button>}
          <Button kind="primary" type="submit">
            {t($ => $.factor.saved)}
          </Button>
        </>
      }
    >
      <p>{t($ => $.factor.codes)}</p>
      <ul className="security-recovery-codes grid">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

/**
 * Password, then QR code and first code, then the recovery codes, shown once. Where it is demanded (`onLeave`) there is
 * no way round it but signing out.
 */
export const FactorBegin = ({ onClose, onLeave }: { onClose: () => void; onLeave?: () => void }) => {
  const reread = useReread();
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <Codes codes={codes} onDone={onClose} />;
  if (begun === null)
    return <Prove onCancel={onLeave ?? onClose} isDemanded={onLeave !== undefined} onDone={setBegun} />;
  return (
    <Scan
      {...begun}
      onCancel={onLeave ?? onClose}
      isDemanded={onLeave !== undefined}
      onDone={made => {
        setCodes(made);
        reread('user/security');
      }}
    />
  );
};
