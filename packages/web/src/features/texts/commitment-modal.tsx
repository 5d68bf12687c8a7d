import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { WrittenIn } from '../../ui/written-in.tsx';

const Text = () => {
  const { t } = useTranslation('help');
  const { data, isError, refetch, error } = useQuery({
    queryKey: ['text/commitment'],
    queryFn: ({ signal }) => call(endpoints.text.commitment, {}, { signal, quiet: true }),
  });
  if (isError) return <ErrorPanel title={t($ => $.commitment.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} height={24} />;
  if (data.version === 0) return <Empty title={t($ => $.commitment.empty)} hint={t($ => $.commitment.emptyHint)} />;
  return (
    <>
      <WrittenIn />
      <Markdown text={data.content} />
      <p className="key">{t($ => $.commitment.version, { n: data.version })}</p>
    </>
  );
};

/** The business commitment as it stands, from the user menu. */
export const CommitmentModal = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('help');
  return (
    <Modal title={t($ => $.commitment.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="modal-body">
        <Text />
      </div>
    </Modal>
  );
};
