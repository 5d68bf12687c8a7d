import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { FormField } from '../ui/form-field.tsx';
import { Modal } from '../ui/modal.tsx';
import { PlainChoice } from '../ui/plain-choice.tsx';
import { LevelBar } from './level-bar.tsx';
import { keepDevices, NoMicrophone, openMicrophone, readDevices } from './media.ts';
import type { Devices, MicrophoneFault } from './port.ts';
import { takeChosenDevices } from './seat.ts';
import { echo, playTone, watchLevel } from './test-sound.ts';

interface Opened {
  readonly stream: MediaStream;
  readonly read: () => number;
}

/** The microphone chosen, open while the dialog is; and which there are, which browsers say only then. */
const useOpened = (microphone: string) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [fault, setFault] = useState<MicrophoneFault | null>(null);
  const [all, setAll] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    openMicrophone(microphone).then(
      async stream => {
        const watched = watchLevel(stream);
        stop = watched.stop;
        if (isGone) return stop();
        setFault(null);
        setOpened({ stream, read: watched.read });
        setAll(await navigator.mediaDevices.enumerateDevices());
      },
      error => {
        if (!(error instanceof NoMicrophone)) throw error;
        if (!isGone) setFault(error.fault);
      },
    );
    return () => {
      isGone = true;
      setOpened(null);
      stop();
    };
  }, [microphone]);
  return { opened, fault, all };
};

type Doing = 'recording' | 'playing' | null;

/** Which microphone and loudspeaker, how loud one is, and what others hear of one. Kept in this browser. */
export const DevicesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('softphone');
  const [devices, setDevices] = useState(readDevices);
  const [doing, setDoing] = useState<Doing>(null);
  const { opened, fault, all } = useOpened(devices.microphone);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const choose = (part: Partial<Devices>): void => {
    const next = { ...devices, ...part };
    setDevices(next);
    keepDevices(next);
    takeChosenDevices();
  };
  const optionsOf = (kind: MediaDeviceKind) => [
    { value: '', label: t($ => $.devices.system) },
    ...all
      .filter(each => each.kind === kind && !['', 'default', 'communications'].includes(each.deviceId))
      .map((each, at) => ({ value: each.deviceId, label: each.label || t($ => $.devices.unnamed, { n: at + 1 }) })),
  ];
  const run = (first: Doing, sound: () => Promise<void>): void => {
    setDoing(first);
    sound()
      .catch(() => undefined)
      .finally(() => isOpen.current && setDoing(null));
  };
  return (
    <Modal
      className="softphone-devices"
      title={t($ => $.devices.title)}
      closeLabel={t($ => $.devices.close)}
      onClose={onClose}
    >
      <div className="modal-body stack gap-12">
        <FormField
          id="softphone-microphone"
          label={t($ => $.devices.microphone)}
          fault={fault ? t($ => $.microphone[fault]) : undefined}
          hint={t($ => $.devices.level)}
        >
          <PlainChoice
            id="softphone-microphone"
            options={optionsOf('audioinput')}
            value={devices.microphone}
            placeholder=""
            onChange={microphone => choose({ microphone })}
          />
        </FormField>
        {opened && <LevelBar read={opened.read} label={t($ => $.devices.level)} />}
        <FormField id="softphone-speaker" label={t($ => $.devices.speaker)}>
          <PlainChoice
            id="softphone-speaker"
            options={optionsOf('audiooutput')}
            value={devices.speaker}
            placeholder=""
            onChange={speaker => choose({ speaker })}
          />
        </FormField>
        <div className="flex gap-8">
          <Button
            loading={doing !== null}
            disabled={opened === null}
            onClick={() =>
              opened && run('recording', () => echo(opened.stream, devices.speaker, () => setDoing('playing')))
            }
          >
            {doing ? t($ => $.devices[doing]) : t($ => $.devices.echo)}
          </Button>
          <Button disabled={doing !== null} onClick={() => run('playing', () => playTone(devices.speaker))}>
            {t($ => $.devices.play)}
          </Button>
        </div>
      </div>
    </Modal>
  );
};
