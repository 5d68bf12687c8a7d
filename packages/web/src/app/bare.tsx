import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router';
import { useFirstWords } from '../text/first-words.ts';
import './bare.css';

/**
 * A page without a frame. openPlan and openSip without a token: the URL stays, one sentence. Any other page whose
 * module does not exist yet is a 404.
 */
export const Bare = ({ Shown }: { Shown: ComponentType | null }) => {
  const { t } = useFirstWords();
  const { abandoned } = useLoaderData<{ abandoned: boolean }>();
  if (Shown && !abandoned) return <Shown />;
  return (
    <main className="bare stack gap-10">
      <h1>{abandoned ? t($ => $.page.abandoned) : '404'}</h1>
    </main>
  );
};
