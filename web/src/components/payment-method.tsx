import {
  AlipayCircleFilled,
  BankFilled,
  CreditCardFilled,
  DollarCircleFilled,
  QqCircleFilled,
  ThunderboltFilled,
  WechatFilled,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { type TextKey, type Translate, useText } from '../lib/i18n.ts';
import styles from './payment-method.module.css';

interface Look {
  readonly text: TextKey;
  readonly sign: ReactNode;
  /** The brand's own colour. */
  readonly colour: string;
}

const wallets: Readonly<Record<string, Look>> = {
  alipay: { text: 'orders:method.alipay', sign: <AlipayCircleFilled />, colour: '#1677ff' },
  alipaycn: { text: 'orders:method.alipay', sign: <AlipayCircleFilled />, colour: '#1677ff' },
  alipayhk: { text: 'orders:method.alipayhk', sign: <AlipayCircleFilled />, colour: '#1d65c9' },
  wxpay: { text: 'orders:method.wxpay', sign: <WechatFilled />, colour: '#07853b' },
  qqpay: { text: 'orders:method.qqpay', sign: <QqCircleFilled />, colour: '#0b7bc1' },
  bank: { text: 'orders:method.bank', sign: <BankFilled />, colour: '#a6691b' },
  fps: { text: 'orders:method.fps', sign: <ThunderboltFilled />, colour: '#b3500b' },
  card: { text: 'orders:method.card', sign: <CreditCardFilled />, colour: '#4c5870' },
};

const processors: Readonly<Record<string, Look>> = {
  usdt: { text: 'orders:method.usdt', sign: '₮', colour: '#168a68' },
  cryptomus: { text: 'orders:method.coins', sign: '₿', colour: '#b1660b' },
  stripe: { text: 'orders:method.stripe', sign: 'S', colour: '#5851df' },
};

const unknown: Look = { text: 'orders:method.other', sign: <DollarCircleFilled />, colour: '#4c5870' };

function lookOf(processor: string, method: string): Look {
  const known = Object.hasOwn(processors, processor) ? processors[processor] : undefined;
  return known ?? (Object.hasOwn(wallets, method) ? wallets[method] : undefined) ?? unknown;
}

/** The name of a method of payment; coins with their network. */
export function methodName(processor: string, method: string, t: Translate): string {
  if (processor !== 'cryptomus' || method === '') return t(lookOf(processor, method).text);
  return method.split('/').join(' · ');
}

/** The sign of a method of payment, in its brand's colour. */
export function MethodSign({ processor, method }: { processor: string; method: string }) {
  const { sign, colour } = lookOf(processor, method);
  return (
    <span className={styles.sign} style={{ background: colour }} aria-hidden="true">
      {sign}
    </span>
  );
}

/** By what an order is paid: sign and name. */
export function PaymentMethod({ processor, method }: { processor: string; method: string }) {
  const t = useText();
  return (
    <span className={styles.method}>
      <MethodSign processor={processor} method={method} />
      <bdi>{methodName(processor, method, t)}</bdi>
    </span>
  );
}
