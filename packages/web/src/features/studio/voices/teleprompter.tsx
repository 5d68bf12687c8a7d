import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { OrderDrawer } from '../../../work/record-order/order-drawer.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { nextOpen, partsToRecord, type ToRecord } from './parts-to-record.ts';
import { PrompterCard } from './prompter-card.tsx';
import { PrompterTools } from './prompter-tools.tsx';
import { keptSpeaker, useSentences } from './use-voices.ts';
import '../../../ui/plain-select.css';
import './voices.css';

interface PartsListProps {
  readonly parts: readonly ToRecord[];
  readonly current: string | null;
  readonly onPick: (key: string) => void;
}

const PartsList = ({ parts, current, onPick }: PartsListProps) => {
  const { t } = useTranslation('voices');
  // A plan that is spoken by the machine lacks nothing without recordings.
  const recorded = useDraft(draft => draft.plan.defaults.voice?.source === 'recorded');
  return (
    <nav aria-label={t($ => $.prompter.list)} className={recorded ? 'voices-nav is-recorded' : 'voices-nav'}>
      <ul>
        {parts.map(({ key, number, part, text }) => (
          <li key={key}>
            <button
              className="row gap-8 choice lit"
              type="button"
              aria-current={key === current}
              onClick={() => onPick(key)}
            >
              <span className="prompter-deck-number">{number}</span>
              <span className="cut fill">{text}</span>
              <span className={`is-${part.state}`}>{t($ => $.states[part.state])}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** Sentences that somebody else shall record. */
const OrderButton = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation('audio');
  const spends = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  return (
    <>
      {spends && <Button onClick={onOpen}>{t($ => $.orderNew)}</Button>}
      <Link to="/audio?tab=orders">{t($ => $.lookOrders)}</Link>
    </>
  );
};

/** Tab 录音: what is missing or changed, one after the other in big type; what is recorded is there to be heard again. */
export const Teleprompter = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('voices');
  const rev = useDraft(draft => draft.rev);
  const { data, isError, refetch, error } = useSentences(planId, rev);
  const [picked, setPicked] = useState<string | null>(null);
  const [speaker, setSpeaker] = useState(keptSpeaker);
  const [isOrdering, setOrdering] = useState(false);
  if (isError && !data)
    return <ErrorPanel title={t($ => $.prompter.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const all = partsToRecord(data.list);
  if (all.length === 0) return <Empty title={t($ => $.prompter.empty)} hint={t($ => $.prompter.emptyHint)} />;
  const open = all.filter(({ part }) => part.state !== 'recorded');
  const current = all.find(({ key }) => key === picked) ?? all.find(({ key }) => key === nextOpen(all, null));
  const next = () => setPicked(nextOpen(all, current?.key ?? null));
  return (
    <div className="beside">
      <div className="voices-teleprompter page low">
        <header className="row gap-10 wrap">
          <h2>{t($ => $.prompter.title)}</h2>
          <span role="status">
            {open.length === 0 ? t($ => $.prompter.done) : t($ => $.prompter.left, { n: open.length })}
          </span>
          <OrderButton onOpen={() => setOrdering(true)} />
          {!isOrdering && (
            <PrompterTools
              planId={planId}
              all={all}
              open={open}
              speakers={data.speakers}
              speaker={speaker}
              onSpeaker={setSpeaker}
            />
          )}
        </header>
        <div className="prompter-deck grid fill">
          <PartsList parts={all} current={current?.key ?? null} onPick={setPicked} />
          {current ? (
            <PrompterCard
              key={`${current.key} ${current.part.voices.length}`}
              planId={planId}
              subject={current}
              speaker={speaker}
              onNext={next}
            />
          ) : (
            <Empty title={t($ => $.prompter.done)} hint={t($ => $.prompter.doneHint)} />
          )}
        </div>
      </div>
      {isOrdering && (
        <OrderDrawer planId={planId} onClose={() => setOrdering(false)} onDone={() => setOrdering(false)} />
      )}
    </div>
  );
};
