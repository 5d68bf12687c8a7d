import { endpoints } from '@lianxian/contract';
import type { SmsKind } from '@lianxian/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { unlessRefused } from '../../../api/wire.ts';
import { type EndpointForm, useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { type Template, useSmsChanged } from '../use-sms.ts';
import { useTemplateActs } from './use-templates.ts';

interface TypedTemplate {
  readonly name: string;
  readonly kind: SmsKind;
  readonly signature: string;
  readonly content: string;
  readonly link: string;
  /** What providers call it, by provider. */
  readonly codes: Readonly<Record<string, string>>;
}
export type TemplateForm = EndpointForm<TypedTemplate>;

const startOf = (template: Template | null, signature: string): TypedTemplate => ({
  name: template?.name ?? '',
  kind: template?.kind ?? 'notice',
  signature: template?.signature ?? signature,
  content: template?.content ?? '',
  link: template?.link ?? '',
  codes: Object.fromEntries(template?.codes.map(({ providerId, code }) => [providerId, code]) ?? []),
});

/** Writes a template; one that is handed in at once is saved first. A new one begins with the signature others have. */
export const useTemplateForm = (template: Template | null, onClose: () => void) => {
  const { t } = useTranslation('sms');
  const changed = useSmsChanged();
  const { submit } = useTemplateActs();
  const [signature = ''] = useSmsOptions().data?.signatures ?? [];
  const handsIn = useRef(false);
  const form: TemplateForm = useEndpointForm({
    endpoint: endpoints.sms.saveTemplate,
    start: startOf(template, signature),
    input: ({ codes, ...typed }) => ({
      ...typed,
      ...(template && { id: template.id }),
      codes: Object.entries(codes)
        .map(([providerId, code]) => ({ providerId, code: code.trim() }))
        .filter(({ code }) => code !== ''),
    }),
    onDone: async ({ id }) => {
      if (handsIn.current) await unlessRefused(submit.mutateAsync(id));
      else toast.ok(t($ => $.saved));
      onClose();
      await changed('templates');
    },
  });
  const { submit: send } = form;
  return {
    form,
    save: (alsoHandsIn: boolean) => {
      handsIn.current = alsoHandsIn;
      send();
    },
  };
};
