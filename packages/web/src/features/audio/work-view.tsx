import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SoundStrip } from '../../sound/sound-strip.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { ManyFiles } from './many-files.tsx';
import { OrderFacts } from './order-facts.tsx';
import { listenTo, type Sentence, useTakeOrder, useWork, type Work } from './use-orders.ts';
import { type Takes, useTakes } from './use-takes.ts';
import { WorkCard } from './work-card.tsx';

const isToDo = ({ state }: Sentence): boolean => state === 'toRecord' || state === 'sentBack';

/** The next that is to be recorded and has no take on its way, from `after` on and then from the start. */
const nextOf = (list: readonly Sentence[], { takes }: Takes, after: number): number | null => {
  const due = new Set(takes.filter(({ isDue }) => isDue).map(({ number }) => number));
  const open = list.filter(each => isToDo(each) && !due.has(each.number) && each.number !== after);
  return (open.find(({ number }) => number > after) ?? open[0])?.number ?? null;
};

const SentenceList = ({
  list,
  takes: { takes },
  current,
  onPick,
}: {
  list: readonly Sentence[];
  takes: Takes;
  current: number | undefined;
  onPick: (number: number) => void;
}) => {
  const { t } = useTranslation('audio');
  const sayingOf = (each: Sentence) => {
    const own = takes.filter(take => take.number === each.number);
    if (own.some(({ isDue }) => isDue)) return t($ => $.sending);
    return own.length > 0 && isToDo(each) ? t($ => $.kept, { n: own.length }) : t($ => $.sentence[each.state]);
  };
  return (
    <nav className="audio-nav" aria-label={t($ => $.sentences)}>
      <ul>
        {list.map(each => (
          <li key={each.number}>
            <button
              type="button"
              className="row gap-8 choice lit"
              aria-current={each.number === current}
              onClick={() => onPick(each.number)}
            >
              <span className="prompter-deck-number">{each.number}</span>
              <span className="cut fill">{each.text}</span>
              <span className={`is-${each.state}`}>{sayingOf(each)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Head = ({ work, onBack, takes }: { work: Work; onBack: () => void; takes: Takes }) => {
  const { t } = useTranslation('audio');
  const take = useTakeOrder();
  const { id, isMine, notes, sample, merchant, list } = work;
  return (
    <header className="audio-head stack gap-8">
      <div className="row gap-10 wrap">
        <Button kind="text" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          {t($ => $.back)}
        </Button>
        <h2>{t($ => $.order, { id })}</h2>
        {merchant && <span className="ink2">{merchant}</span>}
        <OrderFacts order={work} />
        <span className="push" />
        {isMine ? (
          <ManyFiles list={list.filter(isToDo)} takes={takes} />
        ) : (
          <Button kind="primary" loading={take.isPending} onClick={() => take.mutate(id)}>
            {t($ => $.take)}
          </Button>
        )}
      </div>
      {(notes !== '' || sample) && (
        <div className="row gap-16 wrap">
          {notes !== '' && <p>{t($ => $.tone, { notes })}</p>}
          {sample && (
            <div className="audio-sample">
              <SoundStrip
                name={`sample ${id}`}
                label={t($ => $.hearSample)}
                find={listenTo(id)}
                peaks={null}
                durationMs={sample.durationMs}
              >
                <span className="cut">{t($ => $.sample, { text: sample.text })}</span>
              </SoundStrip>
            </div>
          )}
        </div>
      )}
    </header>
  );
};

/** One order: its sentences, and the prompter for the one that is recorded. */
export const WorkView = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const { t } = useTranslation('audio');
  const { data: work, isError, error, refetch } = useWork(id);
  const takes = useTakes(id);
  const [picked, setPicked] = useState<number | null>(null);
  if (isError && !work) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!work) return <Skeleton rows={8} />;
  const { list, isMine } = work;
  const current = list.find(({ number }) => number === (picked ?? nextOf(list, takes, 0))) ?? list[0];
  // What is recorded stays in front, whatever comes back of the others meanwhile.
  if (picked === null && takes.isRead && current && isToDo(current)) setPicked(current.number);
  return (
    <div className="page low">
      <Head work={work} onBack={onBack} takes={takes} />
      <div className="prompter-deck grid fill">
        <SentenceList list={list} takes={takes} current={current?.number} onPick={setPicked} />
        {current && isMine ? (
          <WorkCard
            key={`${current.number} ${current.state}`}
            order={id}
            sentence={current}
            takes={takes}
            onNext={() => setPicked(nextOf(list, takes, current.number))}
          />
        ) : (
          <Empty title={current?.text ?? ''} hint={t($ => $.takeFirst)} />
        )}
      </div>
    </div>
  );
};
