import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FieldFault, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { toast } from '../../ui/toast.ts';

export type Entry = OutputOf<typeof endpoints.updateLog.list>['list'][number];

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
  const form = useEndpointForm({
    endpoint: endpoints.updateLog.save,
    start: {
      version: String(entry?.version ?? next),
      date: entry?.date ?? new Date().toISOString().slice(0, 10),
      title: entry?.title ?? '',
      content: entry?.content ?? '',
    },
    input: draft => ({ ...draft, ...(entry && { id: entry.id }) }),
    onDone: () => {
      toast.ok(entry ? t($ => $.changed) : t($ => $.saved));
      onClose();
      return Promise.all(['updates', 'updateLog/list'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <Drawer
      title={entry ? t($ => $.updates.edit) : t($ => $.updates.add)}
      subject={entry?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="editorial-form">
        <TextField form={form} name="version" label={t($ => $.updates.version)} hint={t($ => $.updates.versionHint)} />
        <TextField form={form} name="date" label={t($ => $.updates.date)} type="date" />
        <TextField form={form} name="title" label={t($ => $.updates.name)} />
        <MarkdownField
          id={form.idOf('content')}
          maxLength={form.limits('content').chars}
          invalid={form.fault('content') !== undefined}
          value={form.values.content}
          onChange={content => form.set({ content })}
        />
        <FieldFault form={form} name="content" />
      </form>
    </Drawer>
  );
};
