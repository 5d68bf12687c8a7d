import { hashKinds, signingKinds, smsProviderLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/switch.tsx';
import { type HttpTyped, noReplies, noReports } from './draft.ts';
import { places } from './places.ts';
import { PollFields } from './poll-fields.tsx';
import { filledNames } from './recipes.ts';
import { ReviewFields } from './review-fields.tsx';
import { PickSetting, Setting } from './setting.tsx';

interface FieldsProps {
  readonly http: HttpTyped;
  readonly onChange: (http: HttpTyped) => void;
}

const { urlChars, bodyChars, pathChars, wordChars } = smsProviderLimits;

const Request = ({ http, onChange }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const put = (part: Partial<HttpTyped>) => onChange({ ...http, ...part });
  return (
    <fieldset className="sms-settings">
      <legend className="section-title">{t($ => $.form.request)}</legend>
      <div className="sms-address grid">
        <PickSetting
          label={t($ => $.form.method)}
          options={(['POST', 'GET'] as const).map(value => ({ value, text: value }))}
          value={http.method}
          onChange={method => put({ method })}
        />
        <Setting label={t($ => $.form.url)} chars={urlChars} value={http.url} onChange={url => put({ url })} />
      </div>
      <Setting
        label={t($ => $.form.headers)}
        hint={t($ => $.form.headersHint, { secret: places.secret })}
        rows={2}
        value={http.headers}
        onChange={headers => put({ headers })}
      />
      <PickSetting
        label={t($ => $.form.bodyAs)}
        options={[
          { value: 'json', text: 'JSON' },
          { value: 'form', text: 'a=1&b=2' },
        ]}
        value={http.as}
        onChange={as => put({ as })}
      />
      <Setting
        label={t($ => $.form.body)}
        hint={t($ => $.form.bodyHint, { names: filledNames.join(' ') })}
        rows={4}
        chars={bodyChars}
        value={http.body}
        onChange={body => put({ body })}
      />
    </fieldset>
  );
};

const SigningFields = ({ http, onChange }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const { signing } = http;
  const put = (part: Partial<HttpTyped['signing']>) => onChange({ ...http, signing: { ...signing, ...part } });
  const word = (name: 'keyId' | 'action' | 'version' | 'region' | 'service') => (
    <Setting
      key={name}
      label={t($ => $.form[name])}
      chars={wordChars}
      value={signing[name]}
      onChange={value => put({ [name]: value })}
    />
  );
  return (
    <fieldset className="sms-settings">
      <PickSetting
        label={t($ => $.form.signing)}
        options={signingKinds.map(value => ({ value, text: t($ => $.form.signings[value]) }))}
        value={signing.by}
        onChange={by => put({ by })}
      />
      {signing.by === 'hash' && (
        <>
          <div className="sms-pair grid">
            <PickSetting
              label={t($ => $.form.hash)}
              options={hashKinds.map(value => ({ value, text: value }))}
              value={signing.hash}
              onChange={hash => put({ hash })}
            />
            <PickSetting
              label={t($ => $.form.hashAs)}
              options={(['hex', 'HEX', 'base64'] as const).map(value => ({ value, text: value }))}
              value={signing.as}
              onChange={as => put({ as })}
            />
          </div>
          <Setting
            label={t($ => $.form.hashText)}
            hint={t($ => $.form.hashTextHint, { fields: places.fields, secret: places.secret })}
            chars={bodyChars}
            value={signing.text}
            onChange={text => put({ text })}
          />
        </>
      )}
      {(signing.by === 'aliyun' || signing.by === 'tencent') && (
        <>
          {word('keyId')}
          <div className="sms-pair grid">
            {word('action')}
            {word('version')}
            {signing.by === 'tencent' && (['region', 'service'] as const).map(word)}
          </div>
        </>
      )}
    </fieldset>
  );
};

const Answer = ({ http, onChange }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const line = (
    name: 'acceptedPath' | 'acceptedWords' | 'ref' | 'error' | 'again',
    hint?: string,
    chars: number | undefined = pathChars,
  ) => (
    <Setting
      label={t($ => $.form[name])}
      hint={hint}
      {...(chars !== undefined && { chars })}
      value={http[name]}
      onChange={value => onChange({ ...http, [name]: value })}
    />
  );
  return (
    <fieldset className="sms-settings">
      <legend className="section-title">{t($ => $.form.answer)}</legend>
      {line(
        'acceptedPath',
        t($ => $.form.acceptedPathHint),
      )}
      {line(
        'acceptedWords',
        t($ => $.form.wordsHint),
        bodyChars,
      )}
      <div className="sms-pair grid">
        {line('ref')}
        {line('error')}
      </div>
      {line(
        'again',
        t($ => $.form.wordsHint),
        bodyChars,
      )}
    </fieldset>
  );
};

/** What the provider tells us by itself: how messages ended, and what people answered. */
const Told = ({ http, onChange }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const { reports, replies } = http;
  const put = (part: Partial<HttpTyped>) => onChange({ ...http, ...part });
  return (
    <fieldset className="sms-settings">
      <legend className="row gap-8">
        <Switch
          size="small"
          checked={reports !== null}
          aria-label={t($ => $.form.reports)}
          onChange={on => put({ reports: on ? noReports : null })}
        />
        <span className="section-title">{t($ => $.form.reports)}</span>
        <span className="hint">{t($ => $.form.reportsHint)}</span>
      </legend>
      {reports && (
        <div className="sms-pair grid">
          {(['list', 'ref', 'state', 'code', 'delivered'] as const).map(name => (
            <Setting
              key={name}
              label={t($ => $.form[name])}
              chars={pathChars}
              value={reports[name]}
              onChange={value => put({ reports: { ...reports, [name]: value } })}
            />
          ))}
        </div>
      )}
      <div className="row gap-8">
        <Switch
          size="small"
          checked={replies !== null}
          aria-label={t($ => $.form.replies)}
          onChange={on => put({ replies: on ? noReplies : null })}
        />
        <span className="section-title">{t($ => $.form.replies)}</span>
        <span className="hint">{t($ => $.form.repliesHint)}</span>
      </div>
      {replies && (
        <div className="sms-pair grid">
          {(['list', 'phone', 'text', 'ref'] as const).map(name => (
            <Setting
              key={name}
              label={t($ => $.form[name])}
              chars={pathChars}
              value={replies[name]}
              onChange={value => put({ replies: { ...replies, [name]: value } })}
            />
          ))}
        </div>
      )}
      {(reports || replies) && (
        <Setting
          label={t($ => $.form.reply)}
          chars={wordChars}
          value={http.answer}
          onChange={answer => put({ answer })}
        />
      )}
    </fieldset>
  );
};

/** How a provider is asked over HTTP, how it is read, and what it tells by itself. */
export const HttpFields = (props: FieldsProps) => (
  <>
    <Request {...props} />
    <SigningFields {...props} />
    <Answer {...props} />
    <Told {...props} />
    <PollFields
      poll={props.http.poll}
      signing={props.http.signing.by}
      onChange={poll => props.onChange({ ...props.http, poll })}
    />
    <ReviewFields
      review={props.http.review}
      signing={props.http.signing.by}
      onChange={review => props.onChange({ ...props.http, review })}
    />
  </>
);
