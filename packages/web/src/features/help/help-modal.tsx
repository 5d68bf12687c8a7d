import { Maximize2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { HelpCentre } from './help-centre.tsx';

/** Who follows a link into the product wants to see where it leads. */
const useLeaving = (onClose: () => void): void => {
  const { key } = useLocation();
  const [openedAt] = useState(key);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (key !== openedAt) leave();
  }, [key, openedAt]);
};

/** The help centre over the page: opens on the article of the page at `path`. */
export const HelpModal = ({ path, onClose }: { path: string; onClose: () => void }) => {
  const { t } = useTranslation('help');
  const [articleId, setArticleId] = useState<string | null>(null);
  useLeaving(onClose);
  const wholePage = t($ => $.wholePage);
  return (
    <Modal
      className="help-modal"
      title={t($ => $.title)}
      closeLabel={t($ => $.close)}
      tools={
        <Link
          to={articleId === null ? '/help' : `/help?id=${articleId}`}
          className="icon-button"
          aria-label={wholePage}
          title={wholePage}
        >
          <Maximize2 size={16} aria-hidden="true" />
        </Link>
      }
      onClose={onClose}
    >
      <HelpCentre articleId={articleId} page={path} level={3} onOpen={setArticleId} />
    </Modal>
  );
};
