import type { ConfigProviderProps } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect, useState } from 'react';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** The source language comes with the frame, the others when they are chosen. */
const others: Readonly<Record<string, () => Promise<{ readonly default: Locale }>>> = {
  'zh-TW': () => import('antd/locale/zh_TW'),
  en: () => import('antd/locale/en_US'),
};

/** The component library's own words in the page's language; those of before until they are there. */
export const useComponentWords = (language: string): Locale => {
  const [locale, setLocale] = useState<Locale>(zhCN);
  useEffect(() => {
    let gone = false;
    const load = others[language];
    const take = (words: Locale) => {
      if (!gone) setLocale(words);
    };
    if (load === undefined) take(zhCN);
    // Without them the page still works, in the words of before.
    else
      load().then(
        file => take(file.default),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [language]);
  return locale;
};
