import { Check, CloudOff, Eye, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../../../ui/format.ts';
import { useDraft } from '../draft/draft-store.ts';

/** Is it saved? Always in the same place, in one line. */
export const SavedNote = () => {
  const { t } = useTranslation('studio');
  const saved = useDraft(draft => draft.savedState);
  const at = useDraft(draft => draft.savedAt);
  if (!useDraft(draft => draft.mayEdit))
    return (
      <span className="studio-saved is-warn row gap-4 hint fixed">
        <Eye size={14} aria-hidden="true" />
        <span>{t($ => $.head.readOnly)}</span>
      </span>
    );
  if (saved.state === 'offline')
    return (
      <span className="studio-saved is-warn row gap-4 hint fixed" role="status">
        <CloudOff size={14} aria-hidden="true" />
        <span>{t($ => $.head.offline)}</span>
      </span>
    );
  // Who took it stands in the note below: the row keeps its room.
  if (saved.state === 'refused' || saved.state === 'taken')
    return (
      <span className="studio-saved is-bad row gap-4 hint fixed" role="status">
        <TriangleAlert size={14} aria-hidden="true" />
        <span>{saved.state === 'taken' ? t($ => $.head.taken) : t($ => $.head.refused, { why: saved.why })}</span>
      </span>
    );
  const Icon = saved.state === 'saved' ? Check : LoaderCircle;
  const words = at === '' ? t($ => $.head.savedPlain) : t($ => $.head.saved, { time: timeOfDay(at) });
  return (
    <span className="studio-saved row gap-4 hint fixed" role="status">
      <Icon size={14} aria-hidden="true" />
      <span>{saved.state === 'saved' ? words : t($ => $.head.saving)}</span>
    </span>
  );
};
