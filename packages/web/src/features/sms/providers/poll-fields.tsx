import { smsProviderLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/switch.tsx';
import { type HttpTyped, noFurther, type PollTyped } from './draft.ts';
import { PickSetting, Setting } from './setting.tsx';

interface PollProps {
  readonly poll: PollTyped;
  /** Whether what is asked is signed under a name of its own. */
  readonly signing: HttpTyped['signing']['by'];
  readonly onChange: (poll: PollTyped) => void;
}

const { urlChars, bodyChars, wordChars } = smsProviderLimits;

/** What a provider is asked for every so often, where it does not call. */
export const PollFields = ({ poll, signing, onChange }: PollProps) => {
  const { t } = useTranslation('smsProviders');
  const hasName = signing === 'aliyun' || signing === 'tencent';
  return (
    <fieldset className="sms-settings">
      {(['reports', 'replies'] as const).map(kind => {
        const asked = poll[kind];
        const put = (part: Partial<typeof noFurther>) =>
          onChange({ ...poll, [kind]: { ...(asked ?? noFurther), ...part } });
        const says = t($ => $.form.polls[kind]);
        return (
          <div key={kind}>
            <div className="row gap-8">
              <Switch
                size="small"
                checked={asked !== null}
                aria-label={says}
                onChange={on => onChange({ ...poll, [kind]: on ? noFurther : null })}
              />
              <span className="section-title">{says}</span>
              <span className="hint">{t($ => $.form.pollHint)}</span>
            </div>
            {asked && (
              <>
                <div className="sms-address grid">
                  <PickSetting
                    label={t($ => $.form.method)}
                    options={(['POST', 'GET'] as const).map(value => ({ value, text: value }))}
                    value={asked.method}
                    onChange={method => put({ method })}
                  />
                  <Setting
                    label={t($ => $.form.url)}
                    chars={urlChars}
                    value={asked.url}
                    onChange={url => put({ url })}
                  />
                </div>
                {hasName && (
                  <Setting
                    label={t($ => $.form.action)}
                    chars={wordChars}
                    value={asked.action}
                    onChange={action => put({ action })}
                  />
                )}
                <Setting
                  label={t($ => $.form.body)}
                  rows={2}
                  chars={bodyChars}
                  value={asked.body}
                  onChange={body => put({ body })}
                />
              </>
            )}
          </div>
        );
      })}
      {(poll.reports || poll.replies) && (
        <Setting
          label={t($ => $.form.everySeconds)}
          value={poll.everySeconds}
          onChange={everySeconds => onChange({ ...poll, everySeconds })}
        />
      )}
    </fieldset>
  );
};
