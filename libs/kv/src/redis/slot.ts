const slots = 16_384;

/** The slot of a cluster in which keys with this hash tag lie: CRC16 (XMODEM), as the cluster specification says. */
export function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc % slots;
}
