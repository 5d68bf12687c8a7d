import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router';
import { useFirstWords } from '../text/first-words.ts';
import './bare.css';

/** Pages that another system opens inside its own: until their module is there, a sentence says what they will be. */
const embedded = ['openPlan', 'openSip'] as const;

/**
 * A page without a frame. openPlan and openSip without a token: the URL stays, one sentence. Any other page whose
 * module does not exist yet is a 404.
 */
export const Bare = ({ name, Shown }: { name: string; Shown: ComponentType | null }) => {
  const { t } = useFirstWords();
  const { abandoned } = useLoaderData<{ abandoned: boolean }>();
  const coming = embedded.find(each => each === name);
  if (Shown && !abandoned) return <Shown />;
  const sentence = abandoned ? t($ => $.page.abandoned) : coming ? t($ => $.page[coming]) : '404';
  return (
    <main className="bare stack gap-10">
      <h1>{sentence}</h1>
    </main>
  );
};
