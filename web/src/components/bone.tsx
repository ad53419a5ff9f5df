import styles from './bone.module.css';

/** A grey bar where a figure will be. */
export function Bone({ widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  return <span className={styles.bone} style={{ width: widthPx, height: heightPx }} />;
}
