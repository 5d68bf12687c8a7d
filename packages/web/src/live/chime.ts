/** Two short notes, made here: no sound file, nothing to license. */
export const chime = () => {
  const sound = new AudioContext();
  const gain = sound.createGain();
  gain.gain.setValueAtTime(0.08, sound.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.4);
  gain.connect(sound.destination);
  for (const [pitch, at] of [
    [880, 0],
    [1175, 0.12],
  ] as const) {
    const note = sound.createOscillator();
    note.frequency.value = pitch;
    note.connect(gain);
    note.start(sound.currentTime + at);
    note.stop(sound.currentTime + at + 0.2);
  }
  setTimeout(() => void sound.close(), 1_000);
};
