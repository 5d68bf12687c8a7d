import { endpoints } from '@lianxian/contract';
import { type SmsKind, smsKinds, type TemplateState, templateStates } from '@lianxian/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { toast } from '../../../ui/toast.ts';
import { sayRemoved } from '../../../ui/undo.ts';
import { keys, useSmsChanged } from '../use-sms.ts';

const { sms } = endpoints;

interface TemplateFilter {
  readonly q: string;
  readonly state: TemplateState | null;
  readonly kind: SmsKind | null;
}

/** As it stands in the address; a word that is none narrows nothing. */
export const readTemplateFilter = (query: URLSearchParams): TemplateFilter => ({
  q: query.get('q') ?? '',
  state: templateStates.find(each => each === query.get('state')) ?? null,
  kind: smsKinds.find(each => each === query.get('kind')) ?? null,
});

export const useTemplatePages = ({ q, state, kind }: TemplateFilter) => {
  const asked = { ...(q && { q }), ...(state && { state }), ...(kind && { kind }) };
  return usePages([keys.templates, asked], ({ after, limit }, signal) =>
    call(sms.templates, { ...asked, limit, ...(after && { after }) }, { signal, quiet: true }),
  );
};

export const useTemplateActs = () => {
  const { t } = useTranslation('sms');
  const changed = useSmsChanged();
  const readAnew = () => changed('templates');
  return {
    submit: useMutation({
      mutationFn: (id: string) => call(sms.submitTemplate, { id }),
      onSuccess: ({ state }) =>
        toast.ok(state === 'usable' ? t($ => $.template.usableNow) : t($ => $.template.submitted)),
      onSettled: readAnew,
    }),
    remove: useMutation({
      mutationFn: ({ id }: { id: string; name: string }) => call(sms.removeTemplate, { id }),
      onSuccess: ({ undo }, { name }) =>
        sayRemoved(
          t($ => $.template.removed, { name }),
          undo,
          readAnew,
        ),
      onSettled: readAnew,
    }),
  };
};
