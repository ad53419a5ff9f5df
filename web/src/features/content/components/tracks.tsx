import styles from './tracks.module.css';

const ends = [40, 120, 200, 280, 360, 440, 520];

/** Many tracks that run into one: what the site does, drawn behind the first words. */
export function Tracks() {
  return (
    <svg className={styles.tracks} viewBox="0 0 1200 560" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {ends.map((y) => (
        <path key={y} d={`M1240 ${y} C 960 ${y}, 900 280, 620 280 S 200 280, -40 280`} />
      ))}
    </svg>
  );
}
