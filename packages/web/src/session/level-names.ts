import type { Level } from '@lianxian/core';
import { create } from 'zustand';

export type LevelWord = Level;
type LevelNames = Readonly<Record<LevelWord, string>>;

const useStore = create<{ names: LevelNames | null }>(() => ({ names: null }));

/** The merchant's names of levels, as they come with who is signed in. */
export const nameLevels = (names: LevelNames): void => useStore.setState({ names });

/** The merchant's name of a level; empty while it has none. */
export const useLevelName = (level: LevelWord | null): string =>
  useStore(({ names }) => (level === null ? '' : (names?.[level] ?? '')));
