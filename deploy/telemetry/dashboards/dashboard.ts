/** What a panel draws: a query of Prometheus, and what its lines are called. */
export interface Query {
  readonly expr: string;
  /** With {{label}}; '' for a line that needs no name. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly description?: string;
  /** Of Grafana. */
  readonly unit: 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'cps' | 'currencyUSD';
  readonly queries: readonly Query[];
}

export interface Dashboard {
  /** Names the file and, behind a prefix, the dashboard's address. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const width = 8;
const height = 8;
const perRow = 3;
const datasource = { type: 'prometheus', uid: '$datasource' };

/** The dashboard as Grafana reads it. */
export function toGrafana({ name, title, panels }: Dashboard): object {
  return {
    uid: `switchyard-${name}`,
    title,
    tags: ['switchyard'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: panels.map((panel, index) => toGrafanaPanel(panel, index)),
  };
}

function toGrafanaPanel({ title, description = '', unit, queries }: Panel, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    description,
    datasource,
    gridPos: { x: (index % perRow) * width, y: Math.floor(index / perRow) * height, w: width, h: height },
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, showPoints: 'never' } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource,
      expr,
      legendFormat: legend,
    })),
  };
}
