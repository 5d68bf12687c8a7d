import type { Page } from 'playwright-core';

/** What a seat's page notes of itself for a bench, by the wall clock in ms; 0: not since it was last asked. */
interface Seen {
  /** 呼出 was pressed. */
  clickedAt: number;
  /** An INVITE came over the page's socket. */
  invitedAt: number;
  /** The console was drawn. */
  openedAt: number;
  /** The page was drawn. */
  shownAt: number;
  /** Something sounds in what comes over a connection. */
  heardAt: number;
}

/** Runs in the page before its own scripts. */
export const watchSeat = (): void => {
  const seen: Seen = { clickedAt: 0, invitedAt: 0, openedAt: 0, shownAt: 0, heardAt: 0 };
  Object.assign(globalThis, { seen });
  const now = (): number => performance.timeOrigin + performance.now();
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('.softphone-dial button, #bare')) seen.clickedAt = now();
    },
    { capture: true },
  );
  const drawn = (what: 'openedAt' | 'shownAt', sheet: string): void => {
    if (seen[what] !== 0 || document.querySelector(sheet) === null) return;
    seen[what] = now();
    // What is drawn with the next frame is there when the task after it begins.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        seen[what] = now();
      };
      port2.postMessage(null);
    });
  };
  new MutationObserver(() => {
    drawn('shownAt', '.shell-pane');
    drawn('openedAt', '.console-dock');
  }).observe(document, { childList: true, subtree: true });

  const PlainSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends PlainSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.startsWith('INVITE ')) seen.invitedAt = now();
      });
    }
  };
};

/**
 * Runs in the page before its own scripts, after `watchSeat`: an ear at what comes over a connection. The microphone gives what it
 * is given: a browser would take a tone for noise and suppress it.
 */
export const hearSeat = (): void => {
  const { seen } = globalThis as unknown as { seen: Seen };
  const { mediaDevices } = navigator;
  const open = mediaDevices?.getUserMedia.bind(mediaDevices);
  const plain = { noiseSuppression: false, echoCancellation: false, autoGainControl: false };
  if (mediaDevices) mediaDevices.getUserMedia = () => open({ audio: { channelCount: 1, ...plain } });

  const PlainConnection = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends PlainConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track }) => {
        const context = new AudioContext();
        const ear = context.createAnalyser();
        ear.fftSize = 1_024;
        const source = context.createMediaStreamSource(new MediaStream([track]));
        source.connect(ear);
        const samples = new Float32Array(ear.fftSize);
        const listening = setInterval(() => {
          ear.getFloatTimeDomainData(samples);
          if (!samples.some(sample => Math.abs(sample) > 0.02)) return;
          clearInterval(listening);
          if (seen.heardAt === 0) seen.heardAt = performance.timeOrigin + performance.now();
          source.disconnect();
          void context.close();
        }, 10);
      });
    }
  };
};

/** Null while the page is not there. */
export const seenOn = (page: Page): Promise<Seen | null> =>
  page.evaluate(() => (globalThis as unknown as { seen?: Seen }).seen ?? null).catch(() => null);

export const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign((globalThis as unknown as { seen: Seen }).seen, {
      ...{ clickedAt: 0, invitedAt: 0, openedAt: 0, heardAt: 0 },
    });
  });
