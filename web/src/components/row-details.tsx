import { DownOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import type { ReactNode } from 'react';

interface RowDetails<Row> {
  /** Heads the column of the buttons for those who cannot see them. */
  readonly title: string;
  /** Says what the button of a row opens. */
  labelOf(row: Row): string;
  render(row: Row): ReactNode;
}

/** What a row of a RecordList shows below itself once it is opened. */
export function rowDetails<Row extends object>(details: RowDetails<Row>): NonNullable<TableProps<Row>['expandable']> {
  return {
    columnTitle: <span className="visually-hidden">{details.title}</span>,
    expandedRowRender: details.render,
    expandIcon: ({ expanded, onExpand, record }) => (
      <Button
        type="text"
        size="small"
        icon={<DownOutlined rotate={expanded ? 180 : 0} />}
        aria-expanded={expanded}
        aria-label={details.labelOf(record)}
        onClick={(event) => onExpand(record, event)}
      />
    ),
  };
}
