import { Check, CloudOff, Eye, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';

const timeFormat = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });
const clock = (at: string): string | null => {
  const time = new Date(at);
  if (at === '' || Number.isNaN(time.getTime())) return /\d\d:\d\d/.exec(at)?.[0] ?? null;
  return timeFormat.format(time);
};

/** Is it saved? Always in the same place, in one line. */
export const SavedNote = () => {
  const { t } = useTranslation('studio');
  const saved = useDraft(draft => draft.savedState);
  const at = clock(useDraft(draft => draft.savedAt));
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
  if (saved.state === 'refused' || saved.state === 'taken')
    return (
      <span className="studio-saved is-bad row gap-4 hint fixed" role="status">
        <TriangleAlert size={14} aria-hidden="true" />
        <span>{t($ => $.head.refused, { why: saved.why })}</span>
      </span>
    );
  const Icon = saved.state === 'saved' ? Check : LoaderCircle;
  const words = at === null ? t($ => $.head.savedPlain) : t($ => $.head.saved, { time: at });
  return (
    <span className="studio-saved row gap-4 hint fixed" role="status">
      <Icon size={14} aria-hidden="true" />
      <span>{saved.state === 'saved' ? words : t($ => $.head.saving)}</span>
    </span>
  );
};
