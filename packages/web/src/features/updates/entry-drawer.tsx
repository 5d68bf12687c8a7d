import { endpoints, helpLimits, type OutputOf } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { toast } from '../../ui/toast.ts';

export type Entry = OutputOf<typeof endpoints.updateLog.list>['list'][number];

const mostTitle = 80;
const versionOf = (text: string): number | null =>
  /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1e6 ? Number(text) : null;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

interface EntryDrawerProps {
  /** The entry to change; null adds one, `next` being its likely version. */
  readonly entry: Entry | null;
  readonly next: number;
  readonly onClose: () => void;
}

/** An entry of the update log. */
export const EntryDrawer = ({ entry, next, onClose }: EntryDrawerProps) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const [draft, setDraft] = useState({
    version: String(entry?.version ?? next),
    date: entry?.date ?? new Date().toISOString().slice(0, 10),
    title: entry?.title ?? '',
    content: entry?.content ?? '',
  });
  const [tried, setTried] = useState(false);
  const change = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const version = versionOf(draft.version.trim());
  const [title, content] = [draft.title.trim(), draft.content.trim()];
  const isRight = version !== null && isDate(draft.date) && title !== '' && content !== '';
  const save = useMutation({
    mutationFn: (wanted: number) =>
      call(endpoints.updateLog.save, {
        ...(entry && { id: entry.id }),
        version: wanted,
        date: draft.date,
        title,
        content,
      }),
    onSuccess: () => {
      toast.ok(entry ? t($ => $.changed) : t($ => $.saved));
      onClose();
    },
    onSettled: () =>
      Promise.all(['updates', 'updateLog/list'].map(key => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isRight && version !== null) save.mutate(version);
  };
  const fault = (wrong: boolean, says: string) => (tried && wrong ? says : undefined);
  const field = (name: 'version' | 'date' | 'title', label: string, says: string | undefined, hint?: string) => (
    <FormField id={`entry-${name}`} label={label} fault={says} hint={hint}>
      <Input
        id={`entry-${name}`}
        type={name === 'date' ? 'date' : 'text'}
        maxLength={mostTitle}
        wrong={Boolean(says)}
        aria-describedby={says || hint ? `entry-${name}-note` : undefined}
        value={draft[name]}
        onChange={event => change({ [name]: event.target.value })}
      />
    </FormField>
  );
  return (
    <Drawer
      title={entry ? t($ => $.updates.edit) : t($ => $.updates.add)}
      subject={entry?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form="entry-form" loading={save.isPending}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form id="entry-form" className="editorial-form" noValidate onSubmit={submit}>
        {field(
          'version',
          t($ => $.updates.version),
          fault(
            version === null,
            t($ => $.updates.wrongVersion),
          ),
          t($ => $.updates.versionHint),
        )}
        {field(
          'date',
          t($ => $.updates.date),
          fault(
            !isDate(draft.date),
            t($ => $.updates.wrongDate),
          ),
        )}
        {field(
          'title',
          t($ => $.updates.name),
          fault(
            title === '',
            t($ => $.needed, { what: t($ => $.updates.name) }),
          ),
        )}
        <MarkdownField
          id="entry-content"
          maxLength={helpLimits.contentChars}
          invalid={tried && content === ''}
          value={draft.content}
          onChange={text => change({ content: text })}
        />
      </form>
    </Drawer>
  );
};
