/**
 * Turn-taking measured from the far end's side of the network: packets it sends and gets, with the instants at which they
 * passed. A packet sounds when its payload is anything but silence (our silence is exact: 0xd5 A-law, 0xff µ-law). Frames
 * are some 20 ms, so an instant is true to a frame.
 */
export interface TurnWatch {
  readonly sent: (packet: Uint8Array, at: number) => void;
  readonly heard: (packet: Uint8Array, at: number) => void;
  readonly turns: () => readonly Turn[];
  /** The first sounding packet that was heard. */
  readonly firstSoundAt: () => number | null;
}

/** One time that the far end spoke; instants in ms. */
interface Turn {
  /** Its first and last sounding packet. */
  readonly beganAt: number;
  endedAt: number;
  /**
   * It spoke over the robot: the robot's first silent packet behind which nothing sounds until the turn is over (a pause
   * between two words is no end). Null: the robot was silent, or did not stop.
   */
  stoppedAt: number | null;
  readonly overRobot: boolean;
  /** The robot's first sounding packet after the end; null too where it never stopped. */
  answeredAt: number | null;
}

const HEADER_BYTES = 12;
/** A rest of speech shorter than this is within a word. */
const REST_MS = 300;

const sounds = (packet: Uint8Array): boolean => {
  const silence = (packet[1]! & 0x7f) === 0 ? 0xff : 0xd5;
  for (let at = HEADER_BYTES; at < packet.length; at += 1) if (packet[at] !== silence) return true;
  return false;
};

export const createTurnWatch = (): TurnWatch => {
  const turns: Turn[] = [];
  let robotSounds = false;
  let firstSoundAt: number | null = null;
  return {
    sent: (packet, at) => {
      if (!sounds(packet)) return;
      const last = turns.at(-1);
      if (last && at - last.endedAt < REST_MS) last.endedAt = at;
      else turns.push({ beganAt: at, endedAt: at, stoppedAt: null, overRobot: robotSounds, answeredAt: null });
    },
    heard: (packet, at) => {
      robotSounds = sounds(packet);
      if (robotSounds) firstSoundAt ??= at;
      const turn = turns.at(-1);
      if (!turn) return;
      const isOver = at - turn.endedAt > REST_MS;
      if (!robotSounds && turn.overRobot) turn.stoppedAt ??= at;
      else if (robotSounds && !isOver) turn.stoppedAt = null;
      else if (robotSounds && (turn.stoppedAt !== null || !turn.overRobot)) turn.answeredAt ??= at;
    },
    turns: () => turns,
    firstSoundAt: () => firstSoundAt,
  };
};

/** In ms; null where there is nothing to measure. */
export const measuresOf = ({ beganAt, endedAt, stoppedAt, answeredAt }: Turn) => ({
  /** First sounding packet of the callee → first silent packet of the robot. */
  stopMs: stoppedAt === null ? null : stoppedAt - beganAt,
  /** Last sounding packet of the callee → first sounding packet of the robot. */
  answerMs: answeredAt === null ? null : answeredAt - endedAt,
});
