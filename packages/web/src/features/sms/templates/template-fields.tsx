import { smsLimits } from '@lianxian/contract';
import { LINK_NAME, smsKinds } from '@lianxian/core';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { AreaField, FieldFault, TextField } from '../../../ui/form/fields.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { useMaySettle, useProviders, useSettings } from '../use-sms.ts';
import type { TemplateForm } from './use-template-form.ts';

/** What the house knows of whoever it writes to. */
const usualNames = ['姓名'];

const hasLinkPlace = (content: string): boolean => content.includes(`\${${LINK_NAME}}`);

/** Where one writes in the text, or its end. */
const putIn = (form: TemplateForm, what: string) => {
  const area = document.getElementById(form.idOf('content'));
  const { content } = form.values;
  const [from, to] =
    area instanceof HTMLTextAreaElement ? [area.selectionStart, area.selectionEnd] : [content.length, content.length];
  form.set({ content: `${content.slice(0, from)}${what}${content.slice(to)}` });
  area?.focus();
  if (area instanceof HTMLTextAreaElement)
    // Drawn by then with what was put in.
    requestAnimationFrame(() => area.setSelectionRange(from + what.length, from + what.length));
};

/** Names that are put into the text by a click: those the house knows of people, those of other templates, one's own. */
const Insert = ({ form }: { form: TemplateForm }) => {
  const { t } = useTranslation('sms');
  const { data } = useSmsOptions();
  const names = [...new Set([...usualNames, ...(data?.list.flatMap(each => each.variables) ?? [])])];
  const put = (name: string) => putIn(form, `\${${name}}`);
  return (
    <fieldset className="sms-insert row wrap gap-6">
      <legend className="only-read">{t($ => $.form.insert)}</legend>
      <span className="hint" aria-hidden="true">
        {t($ => $.form.insert)}
      </span>
      {names.map(name => (
        <button key={name} type="button" className="chip-add row-in small" onClick={() => put(name)}>
          {name}
        </button>
      ))}
      <Popover
        className="chip-add row-in gap-4 small"
        label={
          <>
            <Plus size={13} aria-hidden="true" /> {t($ => $.form.own)}
          </>
        }
      >
        {close => (
          <OwnName
            onSay={name => {
              close();
              put(name);
            }}
          />
        )}
      </Popover>
      {!hasLinkPlace(form.values.content) && (
        <button type="button" className="chip-add row-in gap-4 small" onClick={() => put(LINK_NAME)}>
          <Link2 size={13} aria-hidden="true" /> {t($ => $.form.shortLink)}
        </button>
      )}
    </fieldset>
  );
};

/** It stands within a form, and is none of its own. */
const OwnName = ({ onSay }: { onSay: (name: string) => void }) => {
  const { t } = useTranslation('sms');
  const [typed, setTyped] = useState('');
  const name = typed.replace(/[{}$]/g, '').trim();
  const say = () => name !== '' && onSay(name);
  return (
    <div className="sms-own row gap-6">
      <input
        className="input"
        aria-label={t($ => $.form.own)}
        placeholder={t($ => $.form.own)}
        maxLength={smsLimits.nameChars}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          say();
        }}
      />
      <Button size="small" disabled={name === ''} onClick={say}>
        {t($ => $.form.ownAdd)}
      </Button>
    </div>
  );
};

/** What a vendor calls this template: of those that send by such a number alone. */
export const TemplateCodes = ({ form }: { form: TemplateForm }) => {
  const { t } = useTranslation('sms');
  const { data } = useProviders(useMaySettle());
  const vendors = data?.list.filter(({ kind }) => kind === 'http') ?? [];
  const { codes } = form.values;
  if (vendors.length === 0) return null;
  return (
    <fieldset className="sms-codes">
      <legend>{t($ => $.form.codes)}</legend>
      <p className="hint">{t($ => $.form.codesHint)}</p>
      {vendors.map(({ id, name }) => (
        <FormField key={id} id={`${form.idOf('codes')}${id}`} label={name}>
          <Input
            id={`${form.idOf('codes')}${id}`}
            maxLength={smsLimits.codeChars}
            value={codes[id] ?? ''}
            onChange={event => form.set({ codes: { ...codes, [id]: event.target.value } })}
          />
        </FormField>
      ))}
      <FieldFault form={form} name="codes" />
    </fieldset>
  );
};

/** What a template says, in whose name, and of what kind it is. */
export const TemplateFields = ({ form }: { form: TemplateForm }) => {
  const { t } = useTranslation('sms');
  const { kind, content, link } = form.values;
  const hasHost = useSettings().data?.linkHost !== '';
  const wantsLink = hasLinkPlace(content) || link !== '';
  return (
    <>
      <div className="sms-pair grid">
        <TextField form={form} name="name" label={t($ => $.form.name)} hint={t($ => $.form.nameHint)} />
        <TextField form={form} name="signature" label={t($ => $.form.signature)} hint={t($ => $.form.signatureHint)} />
      </div>
      <div className="form-field">
        <span className="ink2">{t($ => $.form.kind)}</span>
        <div className="flex">
          <Segments
            label={t($ => $.form.kind)}
            options={smsKinds.map(value => ({ value, text: t($ => $.kind[value]) }))}
            value={kind}
            onChange={next => form.set({ kind: next })}
          />
        </div>
        <p className="hint">{t($ => $.form.kindHint[kind])}</p>
      </div>
      <AreaField form={form} name="content" label={t($ => $.form.content)} rows={4} />
      <Insert form={form} />
      {wantsLink && (
        <TextField
          form={form}
          name="link"
          label={t($ => $.form.link)}
          hint={hasHost ? t($ => $.form.linkHint) : t($ => $.form.noLinkHost)}
          inputMode="url"
          placeholder="https://"
        />
      )}
    </>
  );
};
