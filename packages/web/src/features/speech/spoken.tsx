import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound, stopSound, useHeard } from '../../sound/one-sound.ts';
import { Button } from '../../ui/button.tsx';

/** A WAV in base64 → an address of this page, as long as it is shown. */
const useSoundUrl = (sound: string): string => {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const bytes = Uint8Array.from(atob(sound), char => char.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [sound]);
  return url;
};

/** What a voice said in its test, to be heard. */
export const Spoken = ({ name, sound }: { name: string; sound: string }) => {
  const { t } = useTranslation('speech');
  const url = useSoundUrl(sound);
  const key = `test ${name}`;
  const isHeard = useHeard(key);
  return (
    <Button
      size="small"
      icon={isHeard ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
      onClick={() => (isHeard ? stopSound() : void playSound(key, async () => url))}
    >
      {t($ => $.testHear)}
    </Button>
  );
};
