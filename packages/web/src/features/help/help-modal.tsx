import { Maximize2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { HelpCentre } from './help-centre.tsx';

/** The help centre over the page: opens on the article of the page at `path`. A link into the product closes it. */
export const HelpModal = ({ path, onClose }: { path: string; onClose: () => void }) => {
  const { t } = useTranslation('help');
  const [articleId, setArticleId] = useState<string | null>(null);
  const leave = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && link.target !== '_blank' && !event.ctrlKey && !event.metaKey) onClose();
  };
  const whole = articleId === null ? '/help' : `/help?id=${articleId}`;
  return (
    <Modal
      className="help-modal"
      title={t($ => $.title)}
      closeLabel={t($ => $.close)}
      tools={
        <Link
          to={whole}
          className="icon-button"
          aria-label={t($ => $.wholePage)}
          title={t($ => $.wholePage)}
          onClick={onClose}
        >
          <Maximize2 size={16} aria-hidden="true" />
        </Link>
      }
      onClose={onClose}
    >
      <div className="help-body" onClickCapture={leave}>
        <HelpCentre articleId={articleId} page={path} level={3} onOpen={setArticleId} />
      </div>
    </Modal>
  );
};
