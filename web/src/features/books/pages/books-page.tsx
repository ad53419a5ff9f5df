import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type BooksQuery, type BooksTab, booksTabs, readBooksQuery, writeBooksQuery } from '../books-query.ts';
import { AuditList } from '../components/audit-list.tsx';
import { BooksLine } from '../components/books-line.tsx';
import { BreachList } from '../components/breach-list.tsx';
import { LetterList } from '../components/letter-list.tsx';
import type { BooksListProps } from '../components/list-props.ts';

const lists: Record<BooksTab, (props: BooksListProps) => ReactNode> = {
  breaches: BreachList,
  letters: LetterList,
  audits: AuditList,
};

/** Whether the books add up: what does not, what could not be booked, and when billing looked. */
export function BooksPage() {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const query = readBooksQuery(address);
  const List = lists[query.tab];
  const change = (values: Partial<BooksQuery>) =>
    setAddress(writeBooksQuery({ ...query, ...values }), { replace: true });

  const labels: Record<BooksTab, string> = {
    breaches: t('books:tab.breaches'),
    letters: t('books:tab.letters'),
    audits: t('books:tab.audits'),
  };

  return (
    <>
      <PageHeader title={t('books:title')} description={t('books:text')} />
      <BooksLine />
      <Tabs
        activeKey={query.tab}
        items={booksTabs.map((key) => ({ key, label: labels[key] }))}
        onChange={(tab) => change({ tab: tab as BooksTab, page: 1 })}
      />
      <List query={query} onChange={change} />
    </>
  );
}
