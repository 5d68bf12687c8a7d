/** Runs on the audio thread: hands every block of the microphone's samples to the page. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: typeof AudioWorkletProcessor) => void;

class Capture extends AudioWorkletProcessor {
  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const [samples] = input ?? [];
    if (samples) this.port.postMessage(samples.slice());
    return true;
  }
}
registerProcessor('capture', Capture);
