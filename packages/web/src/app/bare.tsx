import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router';
import { useFirstWords } from '../text/first-words.ts';
import './bare.css';

/** A page without a frame. openPlan and openSip without a token: the URL stays, one sentence. */
export const Bare = ({ Shown }: { Shown: ComponentType }) => {
  const { t } = useFirstWords();
  const { abandoned } = useLoaderData<{ abandoned: boolean }>();
  if (!abandoned) return <Shown />;
  return (
    <main className="bare stack gap-10">
      <h1>{t($ => $.page.abandoned)}</h1>
    </main>
  );
};
