import { endpoints, fieldChars } from '@lianxian/contract';
import { type SmsKind, smsKinds, type TemplateState, templateStates } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { plainPage } from '../../../ui/chunk.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { TableTools } from '../../../ui/data-table/table-tools.tsx';
import { type Condition, conditionsOver } from '../../../ui/filter/condition.ts';
import { Choices } from '../../../ui/filter/editors.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { Nothing } from '../../../ui/nothing.tsx';
import { DrawerSkeleton } from '../../../ui/panels.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { SendSms } from '../../../work/sms/lazy-send-sms.tsx';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { fresh, type SmsPlace } from '../place.ts';
import { ReachNote } from '../reach-note.tsx';
import { keys, type Template } from '../use-sms.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { type TemplateAct, useTemplateColumns } from './use-template-columns.tsx';
import { readTemplateFilter, useTemplateActs, useTemplatePages } from './use-templates.ts';

const TemplateDrawer = plainPage(() => import('./template-drawer.tsx').then(file => file.TemplateDrawer));

const keyOf = (row: Template) => row.id;
const { sms } = endpoints;

const useConditions = ({ query, put }: SmsPlace): readonly Condition[] => {
  const { t } = useTranslation('sms');
  const { state, kind } = readTemplateFilter(query);
  const condition = conditionsOver<{ state: TemplateState | null; kind: SmsKind | null }>({
    change: (key, value) => put({ [key]: value }),
    cleared: { state: null, kind: null },
    names: t($ => $.template.conditions, { returnObjects: true }),
  });
  return [
    condition('state', state && t($ => $.template.state[state]), choose => (
      <Choices
        choices={templateStates.map(value => ({ value, text: t($ => $.template.state[value]) }))}
        value={state}
        onChoose={choose}
      />
    )),
    condition('kind', kind && t($ => $.kind[kind]), choose => (
      <Choices
        choices={smsKinds.map(value => ({ value, text: t($ => $.kind[value]) }))}
        value={kind}
        onChoose={choose}
      />
    )),
  ];
};

/** The one that is open, on this page of the list or not. */
const useOpenTemplate = (id: string | null, rows: readonly Template[] | undefined): Template | null => {
  const there = rows?.find(row => row.id === id);
  const { data } = useQuery({
    queryKey: [keys.templates, 'one', id],
    queryFn: ({ signal }) => call(sms.template, { id: id! }, { signal, quiet: true }),
    enabled: id !== null && id !== fresh && rows !== undefined && there === undefined,
  });
  return there ?? data ?? null;
};

/** What is done with a row; what is sent and what goes is asked first. */
const useActs = (onEdit: (id: string) => void) => {
  const { t } = useTranslation('sms');
  const [asked, setAsked] = useState<{ act: TemplateAct; row: Template } | null>(null);
  const { submit, remove } = useTemplateActs();
  const close = () => setAsked(null);
  const act = useLatest((wanted: TemplateAct, row: Template) => {
    if (wanted === 'edit') onEdit(row.id);
    else if (wanted === 'submit') submit.mutate(row.id);
    else setAsked({ act: wanted, row });
  });
  const dialog = asked && (
    <>
      {asked.act === 'send' && <SendSms templateId={asked.row.id} onClose={close} />}
      {asked.act === 'decide' && <DecideDialog template={asked.row} onClose={close} />}
      {asked.act === 'remove' && (
        <Confirm
          title={t($ => $.template.removeTitle, { name: asked.row.name })}
          text={t($ => $.template.removeText)}
          okText={t($ => $.template.act.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(asked.row, { onSettled: close })}
          onCancel={close}
        />
      )}
    </>
  );
  return { act, dialog };
};

/** The templates of the merchant; one of them open beside (`?open=`). */
export const TemplatesTab = ({ place }: { place: SmsPlace }) => {
  const { t } = useTranslation('sms');
  const { query, open, put } = place;
  const filter = readTemplateFilter(query);
  const pages = useTemplatePages(filter);
  const conditions = useConditions(place);
  const onEdit = useLatest((id: string) => put({ open: id }, open !== null));
  const { act, dialog } = useActs(onEdit);
  const maySend = useCurrentUser()?.btns.includes('call_out') ?? false;
  const look = useTableLook('smsTemplates', useTemplateColumns(maySend, act));
  const template = useOpenTemplate(open, pages.page?.list);
  // A new one begins with the signature that others have.
  const isReady = !useSmsOptions().isPending;
  const narrows = filter.q !== '' || filter.state !== null || filter.kind !== null;
  const clear = () => put({ q: null, state: null, kind: null });
  const words = t($ => $.template, { returnObjects: true });
  const add = (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onEdit(fresh)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <section className="sms-list stack fill lean">
        <FilterBar
          search={
            <SearchField
              label={words.search}
              chars={fieldChars(sms.templates.input, 'q')}
              value={filter.q}
              onChange={q => put({ q }, true)}
            />
          }
          conditions={conditions}
          onClear={narrows ? clear : null}
          tools={
            <>
              <TableTools look={look} />
              {add}
            </>
          }
        />
        <ReachNote />
        <ListTable
          label={t($ => $.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          openKey={open}
          onOpen={row => onEdit(row.id)}
          failed={words.failed}
          empty={
            <Nothing words={words} onClear={narrows ? clear : null}>
              {add}
            </Nothing>
          }
        />
      </section>
      {open === fresh && !isReady && <DrawerSkeleton />}
      {(template !== null || (open === fresh && isReady)) && (
        <Suspense fallback={<DrawerSkeleton />}>
          <TemplateDrawer key={open} template={template} onClose={() => put({ open: null })} />
        </Suspense>
      )}
      {dialog}
    </>
  );
};
