import { smsProviderLimits } from '@lianxian/contract';
import { smsKinds } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/switch.tsx';
import { type HttpTyped, noReview, type ReviewTyped } from './draft.ts';
import { places } from './places.ts';
import { reviewNames } from './recipes.ts';
import { PickSetting, Setting } from './setting.tsx';

interface ReviewProps {
  readonly review: ReviewTyped | null;
  /** Whether what is asked is signed under a name of its own. */
  readonly signing: HttpTyped['signing']['by'];
  readonly onChange: (review: ReviewTyped | null) => void;
}
interface RequestProps {
  readonly asked: ReviewTyped['submit'];
  readonly hasName: boolean;
  readonly title: string;
  readonly names: string;
  readonly onChange: (part: Partial<Pick<ReviewTyped['submit'], 'method' | 'url' | 'action' | 'body'>>) => void;
}

const { urlChars, bodyChars, wordChars, pathChars } = smsProviderLimits;

/** One of the two requests; its fields are told from those of the other by its title. */
const Request = ({ asked, hasName, title, names, onChange }: RequestProps) => {
  const { t } = useTranslation('smsProviders');
  const label = (what: string) => `${title}：${what}`;
  return (
    <>
      <div className="sms-address grid">
        <PickSetting
          label={label(t($ => $.form.method))}
          options={(['POST', 'GET'] as const).map(value => ({ value, text: value }))}
          value={asked.method}
          onChange={method => onChange({ method })}
        />
        <Setting
          label={label(t($ => $.form.url))}
          chars={urlChars}
          value={asked.url}
          onChange={url => onChange({ url })}
        />
      </div>
      {hasName && (
        <Setting
          label={label(t($ => $.form.action))}
          chars={wordChars}
          value={asked.action}
          onChange={action => onChange({ action })}
        />
      )}
      <Setting
        label={label(t($ => $.form.body))}
        hint={t($ => $.form.bodyHint, { names })}
        rows={2}
        chars={bodyChars}
        value={asked.body}
        onChange={body => onChange({ body })}
      />
    </>
  );
};

/** How templates are handed to the provider’s own review, and asked for; without it a person says what it said. */
export const ReviewFields = ({ review, signing, onChange }: ReviewProps) => {
  const { t } = useTranslation('smsProviders');
  const hasName = signing === 'aliyun' || signing === 'tencent';
  const says = t($ => $.form.review, { returnObjects: true });
  const submit = (part: Partial<ReviewTyped['submit']>) =>
    review && onChange({ ...review, submit: { ...review.submit, ...part } });
  const ask = (part: Partial<ReviewTyped['ask']>) => review && onChange({ ...review, ask: { ...review.ask, ...part } });
  return (
    <fieldset className="sms-settings">
      <legend className="row gap-8">
        <Switch
          size="small"
          checked={review !== null}
          aria-label={says.title}
          onChange={on => onChange(on ? noReview : null)}
        />
        <span className="section-title">{says.title}</span>
        <span className="hint">{says.hint}</span>
      </legend>
      {review && (
        <>
          <Request
            asked={review.submit}
            hasName={hasName}
            title={says.submit}
            names={reviewNames.join(' ')}
            onChange={submit}
          />
          <div className="sms-pair grid">
            {smsKinds.map(kind => (
              <Setting
                key={kind}
                label={says[kind]}
                chars={wordChars}
                value={review[kind]}
                onChange={value => onChange({ ...review, [kind]: value })}
              />
            ))}
            {(['code', 'because'] as const).map(name => (
              <Setting
                key={name}
                label={says.submitted[name]}
                chars={pathChars}
                value={review.submit[name]}
                onChange={value => submit({ [name]: value })}
              />
            ))}
          </div>
          <Request
            asked={{ ...review.submit, ...review.ask }}
            hasName={hasName}
            title={says.ask}
            names={places.code}
            onChange={ask}
          />
          <div className="sms-pair grid">
            {(['state', 'because', 'usable', 'refused'] as const).map(name => (
              <Setting
                key={name}
                label={says.asked[name]}
                chars={name === 'usable' || name === 'refused' ? bodyChars : pathChars}
                value={review.ask[name]}
                onChange={value => ask({ [name]: value })}
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
};
