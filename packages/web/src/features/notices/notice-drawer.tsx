import { endpoints, noticeLevels, type OutputOf } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';

export type Notice = OutputOf<typeof endpoints.notice.list>['list'][number];

const mostChars = 200;
const dayMs = 86_400_000;
/** Of the browser's own field for a moment: local time, to the minute. */
const localOf = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const isoOf = (local: string): string | null => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
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

const Span = ({ draft, wrong, onChange }: SpanProps) => {
  const { t } = useTranslation('editorial');
  return (
    <div className="editorial-pair">
      {(['from', 'to'] as const).map(name => (
        <FormField
          key={name}
          id={`notice-${name}`}
          label={t($ => $.notices[name])}
          fault={wrong && name === 'to' ? t($ => $.notices.wrongSpan) : undefined}
        >
          <Input
            id={`notice-${name}`}
            type="datetime-local"
            wrong={wrong && name === 'to'}
            value={draft[name]}
            onChange={event => onChange({ [name]: event.target.value })}
          />
        </FormField>
      ))}
    </div>
  );
};
type Draft = ReturnType<typeof draftOf>;
interface SpanProps {
  readonly draft: Draft;
  readonly wrong: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** A notice of the platform: its line, how grave it is, from when to when it shows. */
export const NoticeDrawer = ({ notice, onClose }: NoticeDrawerProps) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(notice));
  const [tried, setTried] = useState(false);
  const [from, to] = [isoOf(draft.from), isoOf(draft.to)];
  const content = draft.content.trim();
  const wrongSpan = from === null || to === null || from >= to;
  const save = useMutation({
    mutationFn: (span: { from: string; to: string }) =>
      call(endpoints.notice.save, { ...(notice && { id: notice.id }), content, level: draft.level, ...span }),
    onSuccess: () => {
      toast.ok(notice ? t($ => $.changed) : t($ => $.saved));
      onClose();
    },
    onSettled: () =>
      Promise.all(['notice/list', 'notice/current'].map(key => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const change = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (content !== '' && from !== null && to !== null && !wrongSpan) save.mutate({ from, to });
  };
  const missing = tried && content === '';
  return (
    <Drawer
      title={notice ? t($ => $.notices.edit) : t($ => $.notices.add)}
      subject={notice?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form="notice-form" loading={save.isPending}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form id="notice-form" className="editorial-form" noValidate onSubmit={submit}>
        <FormField
          id="notice-content"
          label={t($ => $.notices.text)}
          hint={t($ => $.notices.textHint)}
          fault={missing ? t($ => $.needed, { what: t($ => $.notices.text) }) : undefined}
        >
          <Input
            id="notice-content"
            maxLength={mostChars}
            wrong={missing}
            aria-describedby="notice-content-note"
            value={draft.content}
            onChange={event => change({ content: event.target.value })}
          />
        </FormField>
        <div className="form-field">
          <span className="form-field-label">{t($ => $.notices.level)}</span>
          <Segments
            label={t($ => $.notices.level)}
            options={noticeLevels.map(value => ({ value, text: t($ => $.notices.levels[value]) }))}
            value={draft.level}
            onChange={level => change({ level })}
          />
        </div>
        <Span draft={draft} wrong={tried && wrongSpan} onChange={change} />
      </form>
    </Drawer>
  );
};
