import type { ComparedVoice } from '@lianxian/core';
import type { Language, Said } from './language.ts';

const builtIn: Said = { 'zh-CN': '自带声音', 'zh-TW': '自帶聲音', en: 'Built-in voice' };
/** A voice that was compared, and its speaker where one was chosen. */
export const comparedVoiceText = ({ name, speaker }: ComparedVoice, language: Language): string =>
  [name || builtIn[language], speaker].filter(part => part !== '').join(' ');

/** A plan of a comparison, with the voice that it is spoken by there. */
export const variantText = (
  { planName, synthesis }: { readonly planName: string; readonly synthesis: ComparedVoice | null },
  language: Language,
): string => (synthesis === null ? planName : `${planName} · ${comparedVoiceText(synthesis, language)}`);
