import { endpoints, noticeLevels, type OutputOf } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';

export type Notice = OutputOf<typeof endpoints.notice.list>['list'][number];

const dayMs = 86_400_000;
/** Of the browser's own field for a moment: local time, to the minute. */
const localOf = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const isoOf = (local: string): string => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

const draftOf = (notice: Notice | null) => {
  const now = Date.now();
  return {
    content: notice?.content ?? '',
    level: notice?.level ?? ('info' as const),
    from: localOf(notice ? new Date(notice.from) : new Date(now)),
    to: localOf(notice ? new Date(notice.to) : new Date(now + dayMs)),
  };
};

interface NoticeDrawerProps {
  /** The notice to change; null adds one. */
  readonly notice: Notice | null;
  readonly onClose: () => void;
}

/** A notice of the platform: its line, how grave it is, from when to when it shows. */
export const NoticeDrawer = ({ notice, onClose }: NoticeDrawerProps) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.notice.save,
    start: draftOf(notice),
    input: ({ from, to, ...said }) => ({
      ...said,
      from: isoOf(from),
      to: isoOf(to),
      ...(notice && { id: notice.id }),
    }),
    onDone: () => {
      toast.ok(notice ? t($ => $.changed) : t($ => $.saved));
      onClose();
      return Promise.all(['notice/list', 'notice/current'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <Drawer
      title={notice ? t($ => $.notices.edit) : t($ => $.notices.add)}
      subject={notice?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="editorial-form">
        <TextField form={form} name="content" label={t($ => $.notices.text)} hint={t($ => $.notices.textHint)} />
        <div className="form-field">
          <span className="form-field-label">{t($ => $.notices.level)}</span>
          <Segments
            label={t($ => $.notices.level)}
            options={noticeLevels.map(value => ({ value, text: t($ => $.notices.levels[value]) }))}
            value={form.values.level}
            onChange={level => form.set({ level })}
          />
        </div>
        <div className="editorial-pair">
          {(['from', 'to'] as const).map(name => (
            <TextField key={name} form={form} name={name} label={t($ => $.notices[name])} type="datetime-local" />
          ))}
        </div>
      </form>
    </Drawer>
  );
};
