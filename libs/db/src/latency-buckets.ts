/** Buckets of `usage_latency` grow by a fourth of an octave, 19 %: that is how exact a percentile is at worst. */
const bucketsPerOctave = 4;
/** Some 4.6 hours and above. */
const lastBucket = 96;

/** The bucket of a time in milliseconds. Never change it: what was counted stays where it is. */
export function latencyBucket(ms: number): number {
  return Math.min(lastBucket, Math.max(0, Math.ceil(bucketsPerOctave * Math.log2(Math.max(1, ms)))));
}

/** The longest time in a bucket, in milliseconds; those of the bucket before are not in it. */
export function latencyBound(bucket: number): number {
  return 2 ** (bucket / bucketsPerOctave);
}
