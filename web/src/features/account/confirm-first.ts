import type { App, ModalFuncProps } from 'antd';

type Modal = ReturnType<typeof App.useApp>['modal'];

/** Asks, and acts once the question is gone: what the act opens (such as who is there) then knows where the focus was. */
export function confirmFirst(modal: Modal, question: ModalFuncProps, act: () => void): void {
  let agreed = false;
  modal.confirm({
    ...question,
    onOk: () => {
      agreed = true;
    },
    afterClose: () => {
      if (agreed) act();
    },
  });
}
