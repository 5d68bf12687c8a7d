import { type CollectNode, type MenuNode, repromptsOf, type SpeakNode } from '@lianxian/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IgnoringField } from './ignoring-field.tsx';
import { InterruptionField } from './interruption-field.tsx';
import { Sentences } from './sentences.tsx';
import { NotUnderstoodField, SilenceField } from './silence-fields.tsx';

type Listening = SpeakNode | CollectNode | MenuNode;
type Part = Partial<Pick<Listening, 'sentences' | 'interruption'>> & {
  readonly [K in 'silence' | 'notUnderstood' | 'ignoring']?: Listening[K] | undefined;
};

/** What every node that speaks and listens has; `children` is what its kind adds, between sentence and listening. */
export const ListeningFields = ({
  node,
  put,
  children,
}: {
  node: Listening;
  put: (part: Part) => void;
  children?: ReactNode;
}) => {
  const { t } = useTranslation('inspector');
  return (
    <>
      <Sentences
        label={t($ => $.sentence.label)}
        hint={t($ => $.sentence.hint)}
        voiced
        value={node.sentences}
        onChange={sentences => put({ sentences })}
      />
      {children}
      <InterruptionField value={node.interruption} onChange={interruption => put({ interruption })} />
      <SilenceField value={node.silence} onChange={silence => put({ silence })} />
      <NotUnderstoodField
        value={node.notUnderstood}
        fresh={node.kind === 'collect' ? { sentences: repromptsOf(node.accepts) } : undefined}
        onChange={notUnderstood => put({ notUnderstood })}
      />
      <details className="field-more">
        <summary>{t($ => $.ignoring.label)}</summary>
        <IgnoringField value={node.ignoring} onChange={ignoring => put({ ignoring })} />
      </details>
    </>
  );
};
