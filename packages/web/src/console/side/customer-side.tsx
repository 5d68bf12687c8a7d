import { customerTypeWords, endpoints, fieldChars } from '@lianxian/contract';
import type { customerTypes } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../../api/call.ts';
import { CustomerButton } from '../../customer/customer-button.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { saidLanguage } from '../../text/said.ts';
import { byKeys } from '../../ui/by-keys.ts';
import { Level } from '../../ui/level.tsx';
import { SendSmsButton } from '../../work/sms/send-sms-button.tsx';
import { changePaper, type Paper } from '../paper.ts';
import type { ShownCall } from '../shown-call.ts';
import { History, useHistory } from './history.tsx';
import '../../ui/input.css';
import './side.css';

const noteChars = fieldChars(endpoints.seatWork.wrapUp.input, 'note');

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-8">
    <dt>{name}</dt>
    <dd className="fill breaks">{children || '—'}</dd>
  </div>
);

/** The type as the log of the call has it, asked when the console opens (`taskLog/seatDetail`). */
const useDetail = (callId: string | null) =>
  useQuery({
    queryKey: ['taskLog/seatDetail', callId],
    queryFn: ({ signal }) => ask(endpoints.seatLog.seatDetail, { id: callId ?? '' }, { signal, quiet: true }),
    enabled: callId !== null,
  }).data;

const typeText = (type: number | null | undefined): string =>
  type == null ? '' : (customerTypeWords[saidLanguage()][type as (typeof customerTypes)[number]] ?? '');

/** By the call, of which more is known than its number; before it has an id by what stands for that. */
const toOf = ({ callId, phone, dial }: ShownCall) =>
  callId === null ? { shown: phone, phone: dial } : { shown: phone, callId };

interface CustomerSideProps {
  readonly call: ShownCall;
  readonly paper: Paper;
}

/** Who is at the other end: what is known of them, what was before, and what one notes. */
export const CustomerSide = ({ call, paper }: CustomerSideProps) => {
  const { t } = useTranslation('console');
  const detail = useDetail(call.callId);
  const history = useHistory(call);
  const me = useCurrentUser();
  const name = call.name || detail?.userName || '';
  const company = call.company || detail?.userCompany || '';
  const tags = call.tags.length > 0 ? call.tags : (detail?.phoneTag ?? '').split(',').filter(tag => tag !== '');
  const level = call.before?.level ?? history.newest?.level ?? null;
  return (
    <section className="console-side stack low" aria-label={t($ => $.part.customer)}>
      <div className="console-side-facts fill low" {...byKeys}>
        <h3 className="section-title breaks">{name || t($ => $.noName)}</h3>
        <p className="console-phone">{call.phone}</p>
        <CustomerButton of={call.callId ? { logid: call.callId } : { phone: call.dial }} state={2} phone={call.phone} />
        <SendSmsButton to={toOf(call)} />
        {company && <p className="ink2 breaks">{company}</p>}
        {tags.length > 0 && (
          <ul className="console-tags flex gap-4 wrap">
            {tags.map(tag => (
              <li key={tag} className="small">
                {tag}
              </li>
            ))}
          </ul>
        )}
        <dl className="console-facts">
          <Fact name={t($ => $.customer.level)}>{level && <Level level={level} />}</Fact>
          <Fact name={t($ => $.customer.type)}>{typeText(detail?.cateType ?? history.newest?.customerType)}</Fact>
          <Fact name={t($ => $.customer.area)}>{history.newest?.area}</Fact>
          <Fact name={t($ => $.customer.owner)}>{me?.title}</Fact>
          <Fact name={t($ => $.customer.source)}>{t($ => $.source[call.kind])}</Fact>
        </dl>
        <History history={history} />
      </div>
      <label className="console-note stack gap-4 fixed">
        <span className="hint">{t($ => $.customer.note)}</span>
        <textarea
          className="input"
          rows={3}
          placeholder={t($ => $.customer.noteHint)}
          maxLength={noteChars}
          value={paper.note}
          onChange={event => changePaper(call.key, { note: event.target.value })}
        />
      </label>
    </section>
  );
};
