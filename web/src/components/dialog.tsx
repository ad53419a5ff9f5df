import { Modal, type ModalProps } from 'antd';
import { Opened, ReturnFocus } from './opened.tsx';

/** antd's Modal that begins at its first field and gives the focus back, however it opens and closes. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <>
      {props.open && <ReturnFocus />}
      <Modal {...props}>
        <Opened>{children}</Opened>
      </Modal>
    </>
  );
}
