import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrompterDeck } from '../../../sound/prompter-deck.tsx';
import type { SentSound } from '../../../sound/send-sound.ts';
import { useDoubts } from '../../../sound/use-doubts.ts';
import { useMicrophone } from '../../../sound/use-microphone.ts';
import { useDraft } from '../draft/draft-store.ts';
import type { ToRecord } from './parts-to-record.ts';
import { Takes } from './takes.tsx';
import { useAddTake, useSend, useTakeActs } from './use-voices.ts';

interface PrompterCardProps {
  readonly planId: string;
  readonly subject: ToRecord;
  readonly speaker: string;
  readonly onNext: () => void;
}

/** A part of the plan in big type: what is recorded of it is saved, and the next one comes. */
export const PrompterCard = ({ planId, subject, speaker, onNext }: PrompterCardProps) => {
  const { t } = useTranslation('voices');
  const [sent, setSent] = useState<{ readonly file: File; readonly sound: SentSound } | null>(null);
  const send = useSend();
  const add = useAddTake(planId);
  const { keep } = useTakeActs();
  const microphone = useMicrophone(file => send.mutate(file, { onSuccess: sound => setSent({ file, sound }) }));
  const doubtsIn = useDoubts();
  const { text } = subject;
  const variables = useDraft(({ plan }) => plan.variables);
  const whole = variables.reduce(
    (said, { name, label }) => said.replaceAll(`\${${name}}`, `【${label}】`),
    subject.sentence.text,
  );
  const save = () => {
    if (sent === null) return;
    const take = { place: subject.place, text, speaker, source: 'microphone' } as const;
    add.mutate({ ...take, sound: sent.sound.sound }, { onSuccess: onNext });
  };
  const { was } = subject.part;
  return (
    <PrompterDeck
      text={text}
      above={`${subject.sentence.of?.name ?? t($ => $.prompter.defaults)} · ${t($ => $.states[subject.part.state])}`}
      beneath={
        <>
          {subject.sentence.text.trim() !== text && <p className="ink2">{whole}</p>}
          {was && (
            <p className="prompter-deck-was">
              {t($ => $.prompter.was, { text: was.text })}
              <button
                type="button"
                className="link"
                onClick={() => keep.mutate({ id: was.id, text }, { onSuccess: onNext })}
              >
                {t($ => $.prompter.keep)}
              </button>
            </p>
          )}
        </>
      }
      microphone={microphone}
      take={
        sent && {
          file: sent.file,
          peaks: sent.sound.peaks,
          durationMs: sent.sound.durationMs,
          doubts: doubtsIn(text, { ...sent.sound.live, ...sent.sound }),
        }
      }
      isSending={send.isPending}
      isSaving={add.isPending}
      saveText={t($ => $.prompter.next)}
      onSave={save}
      onNext={onNext}
    >
      <Takes planId={planId} voices={subject.part.voices} />
    </PrompterDeck>
  );
};
