import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { askCurrentUserAgain, signOut } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { WrittenIn } from '../../ui/written-in.tsx';
import { Dialog } from './dialog.tsx';
import './agreement.css';

/** The agreement, once a version: accepted, or signed out. */
export const AgreementDialog = () => {
  const { t } = useTranslation('security');
  const navigate = useNavigate();
  const agreement = useQuery({
    queryKey: ['user/agreement'],
    queryFn: ({ signal }) => call(endpoints.security.agreement, {}, { signal, quiet: true }),
  });
  const accept = useMutation({
    mutationFn: () => call(endpoints.security.agreement, { accept: '1', version: agreement.data?.version }),
    // Another version may have come while one read: then it is shown, and asked again.
    onSuccess: async ({ accepted }) => void (await (accepted ? askCurrentUserAgain() : agreement.refetch())),
  });
  const isAccepted = agreement.data?.accepted === true;
  useEffect(() => {
    if (isAccepted) askCurrentUserAgain().catch(() => undefined);
  }, [isAccepted]);
  return (
    <Dialog
      title={t($ => $.agreement.title)}
      wide
      onClose={null}
      onSubmit={() => accept.mutate()}
      footer={
        <>
          <Button onClick={() => void signOut().then(() => navigate('/home'))}>{t($ => $.agreement.leave)}</Button>
          <Button kind="primary" type="submit" disabled={!agreement.data} loading={accept.isPending}>
            {t($ => $.agreement.accept)}
          </Button>
        </>
      }
    >
      {agreement.isError && (
        <ErrorPanel title={t($ => $.agreement.load)} error={agreement.error} onAgain={() => void agreement.refetch()} />
      )}
      {agreement.isPending && <Skeleton rows={8} />}
      {agreement.data && (
        <section className="agreement-text" aria-label={t($ => $.agreement.title)}>
          <WrittenIn />
          <Markdown text={agreement.data.text} />
        </section>
      )}
    </Dialog>
  );
};
