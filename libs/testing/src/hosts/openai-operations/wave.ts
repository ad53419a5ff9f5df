const sampleRate = 8_000;
const headerBytes = 44;

/** A WAV file of silence: mono, 16 bits, 8 kHz. */
export function waveOf(seconds: number): Buffer {
  const sampleBytes = Math.round(seconds * sampleRate) * 2;
  const file = Buffer.alloc(headerBytes + sampleBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(sampleBytes, 40);
  return file;
}

/** How long a WAV file of the plainest kind plays; undefined of any other file. */
export function secondsOfWave(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.length < headerBytes) return undefined;
  return (file.length - headerBytes) / file.readUInt32LE(28);
}
