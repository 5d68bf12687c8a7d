import { endpoints } from '@lianxian/contract';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { Refusal } from '../../api/wire.ts';
import { Button } from '../../ui/button.tsx';
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts';
import type { Draft, Picture } from './draft.ts';

const { maxBytes, extensions } = endpoints.branding.uploadPicture.upload ?? { maxBytes: 0, extensions: [] };
const accepted = extensions.map(extension => `.${extension}`).join(',');
const extensionOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

interface PictureFieldProps {
  readonly form: EndpointForm<Draft>;
  readonly name: Picture;
}

/** A picture of the branding: shown as soon as it is up, kept when the form is saved. */
export const PictureField = ({ form, name }: PictureFieldProps) => {
  const { t } = useTranslation('branding');
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  useEffect(() => () => going.current?.abort(), []);
  const what = t($ => $.form[name]);
  /** Its address; empty: none. */
  const value = form.values[name];
  const unfit = form.fault(name);
  const fault = refused || unfit;
  const noteId = `${form.idOf(name)}-note`;
  const keep = (url: string) => {
    setRefused('');
    form.set({ [name]: url });
  };

  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (!extensions.includes(extensionOf(chosen.name))) return setRefused(t($ => $.picture.wrongKind));
    if (chosen.size > maxBytes) return setRefused(t($ => $.picture.tooLarge));
    const control = new AbortController();
    going.current = control;
    setBusy(true);
    try {
      const options = { signal: control.signal, onProgress: () => undefined, quiet: () => true };
      keep((await upload(endpoints.branding.uploadPicture, chosen, options)).url);
    } catch (error) {
      // What did not come through has shown its toast; an abort means that the page is gone.
      if (error instanceof Refusal) setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <span className="ink2">{what}</span>
      <div className="branding-picture-box middle">
        {value ? <img src={value} alt={what} /> : <span className="key">{t($ => $.picture.none)}</span>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={t($ => $.picture.choose, { what })}
        onChange={event => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="branding-picture-acts row gap-4 wrap">
        <Button
          icon={<Upload size={14} aria-hidden="true" />}
          loading={busy}
          aria-label={value ? t($ => $.picture.another, { what }) : t($ => $.picture.choose, { what })}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          {busy
            ? t($ => $.picture.sending)
            : value
              ? t($ => $.picture.another, { what: '' })
              : t($ => $.picture.choose, { what: '' })}
        </Button>
        {value && (
          <button
            type="button"
            className="link"
            aria-label={t($ => $.picture.remove, { what })}
            onClick={() => keep('')}
          >
            {t($ => $.picture.remove, { what: '' })}
          </button>
        )}
      </div>
      <p id={noteId} className={fault ? 'form-fault' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault || t($ => $.form[`${name}Hint`])}
      </p>
    </div>
  );
};
