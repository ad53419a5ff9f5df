import { json } from '@codemirror/lang-json';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { useThemeMode } from '../lib/theme-mode.ts';
import styles from './code-editor.module.css';

interface CodeEditorProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Lines shown at least. */
  readonly rows: number;
}

const lineHeightPx = 20.8;
const mostRows = 24;
const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ant-color-text-tertiary)', border: 'none' },
  '.cm-placeholder': { color: 'var(--ant-color-text-placeholder)', whiteSpace: 'pre' },
});

/** An editor for JSON with line numbers and folding. Large: load it lazily. The tab key leaves it. */
export function CodeEditor({ id, label, value, onChange, placeholder, rows }: CodeEditorProps) {
  const mode = useThemeMode();
  const extensions = useMemo(
    () => [
      json(),
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, ...(id === undefined ? {} : { id }) }),
    ],
    [id, label],
  );
  return (
    <div className={styles.editor} dir="ltr">
      <CodeMirror
        value={value}
        onChange={onChange}
        theme={mode}
        extensions={extensions}
        placeholder={placeholder}
        indentWithTab={false}
        basicSetup={{ highlightActiveLine: false, highlightActiveLineGutter: false, autocompletion: false }}
        minHeight={`${rows * lineHeightPx + 8}px`}
        maxHeight={`${mostRows * lineHeightPx}px`}
      />
    </div>
  );
}
